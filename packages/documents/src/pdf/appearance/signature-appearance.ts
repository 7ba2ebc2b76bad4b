/** Appearance of a signature on a page. */
import type { PageChoice } from '../document/pages.ts';

export interface SignatureAppearance {
  readonly page: PageChoice;
  readonly rectangle: Rectangle;
  /** Corner from which the rectangle is measured; `lower-left` when left out. From `upper-left`, vertical values count downwards. */
  readonly origin?: 'lower-left' | 'upper-left' | undefined;
  /** A picture, PNG or JPEG; text about the signature when left out. */
  readonly image?: Uint8Array | undefined;
  /** True when the picture fills the rectangle, which otherwise takes the picture's size; true when left out. */
  readonly resizeImage?: boolean | undefined;
  /** Text in addition to the signer and the time, instead of the reason and the location of the signature. */
  readonly words?: SignatureWords | undefined;
}

/** The signer's own words. */
export interface SignatureWords {
  readonly reason?: string | undefined;
  readonly location?: string | undefined;
}

/** Lower left and upper right corner in the units of the page, 1/72 inch; where a page is rotated, as it was before. */
export interface Rectangle {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}
