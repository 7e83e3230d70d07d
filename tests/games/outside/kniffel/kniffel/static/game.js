/** Kniffel on the pages; `GameModule` in web/types/pages.d.ts says what is asked of a game. */

import { t } from "/static/words.js";

export * from "/static/score_sheet.js";

export const setUp = "kniffel.page.set-up";

const more = () => import("/static/score_story.js");

/** A Kniffel fills the screen. */
export const moments = async () => ({ kniffel: (await more()).greatRoll(() => t("kniffel.box.kniffel")) });

/** How many Kniffels each had. */
export const story = async () => (await more()).storyOf(["kniffel.page.kniffels", ({ kind }) => kind === "kniffel"]);

/** How it is played, in a minute. */
export const how = () => [1, 2, 3, 4, 5].map((step) => t(`kniffel.how.${step}`));
