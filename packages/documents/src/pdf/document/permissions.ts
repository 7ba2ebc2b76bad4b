/** Permissions that an encrypted document grants users without the owner's password (ISO 32000-1 table 22). */

export const PDF_PERMISSIONS = [
  'printing',
  'modify-contents',
  'copy',
  'modify-annotations',
  'fill-in',
  'screen-readers',
  'assembly',
  'degraded-printing',
] as const;

export type PdfPermission = (typeof PDF_PERMISSIONS)[number];

/** `P` that grants these and nothing else. */
export function granting(permissions: Iterable<PdfPermission>): number {
  return RESERVED | maskOf(permissions);
}

/** `P` without these. Printing badly is a part of printing. */
export function without(bits: number, permissions: Iterable<PdfPermission>): number {
  return bits & ~maskOf(permissions);
}

/** Returns whether `P` grants any of these, or a part of one. */
export function grantsAny(bits: number, permissions: Iterable<PdfPermission>): boolean {
  return (bits & maskOf(permissions)) !== 0;
}

/** Returns whether `P` withholds anything. */
export function restricts(bits: number): boolean {
  const all = maskOf(PDF_PERMISSIONS);
  return (bits & all) !== all;
}

function maskOf(permissions: Iterable<PdfPermission>): number {
  let mask = 0;
  for (const permission of permissions) mask |= MASKS[permission];
  return mask;
}

const MASKS: Readonly<Record<PdfPermission, number>> = {
  printing: 0x804,
  'modify-contents': 0x8,
  copy: 0x10,
  'modify-annotations': 0x20,
  'fill-in': 0x100,
  'screen-readers': 0x200,
  assembly: 0x400,
  'degraded-printing': 0x4,
};
/** The bits that are one by definition: 7, 8 and 13 to 32. */
const RESERVED = 0xffff_f0c0 | 0;
