/** Decoded pictures, between the readers of picture files and the page (ISO 32000-1 §8.9.5). */

/** A picture as PDF takes it. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly colorSpace: 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK';
  /** Compression of `data`; eight bits a sample. */
  readonly filter: 'FlateDecode' | 'DCTDecode';
  readonly data: Uint8Array;
  /** Opacity of each pixel, deflated; fully opaque when undefined. */
  readonly alpha: Uint8Array | undefined;
  /** True when the samples are the other way round, as Adobe's programs write CMYK in JPEG. */
  readonly isInverted: boolean;
}
