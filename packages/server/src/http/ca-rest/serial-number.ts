/** Upper-case hex without leading zeros, as this interface writes serial numbers. */
export function formatSerialNumber(hex: string): string {
  return hex.toUpperCase().replace(/^0+(?=.)/, '');
}
