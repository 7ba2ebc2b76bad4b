/** Headers with which pages of a search follow each other: the end of a page is where the next one begins. */
import { Type } from 'typebox';

/** Headers of a request for the page behind another one. */
export const PageAfter = Type.Object({
  'x-page-after': Type.Optional(
    Type.String({
      description:
        'The `X-Page-End` of a page of the same search: the next page begins behind it, whatever its number.',
    }),
  ),
});

/** Headers of an answer with a page. */
export const PAGE_END = {
  'X-Page-End': { type: 'string', description: 'The end of a full page. Left out where nothing follows.' },
} as const;
