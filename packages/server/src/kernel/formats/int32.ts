/** The signed number of 32 bits that a text is, a sign allowed; undefined when it is not one. */
export function readInt32(text: string): number | undefined {
  if (!/^[+-]?\d{1,10}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= -(2 ** 31) && number < 2 ** 31 ? number : undefined;
}
