/** Decoded pictures, between the readers of picture files and the page (ISO 32000-1 §8.9.5). */

/** A picture as PDF takes it. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly colorSpace: 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK';
  /** What `data` is compressed with; eight bits a sample. */
  readonly filter: 'FlateDecode' | 'DCTDecode';
  readonly data: Uint8Array;
  /** How much is seen of each pixel, deflated; all of it when undefined. */
  readonly alpha: Uint8Array | undefined;
  /** True when the samples are the other way round, as Adobe's programs write CMYK in JPEG. */
  readonly isInverted: boolean;
}
