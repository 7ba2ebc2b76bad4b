/** Returns a serial number as published objects have it, in small letters with two digits for each octet. */
export function publishedSerial(serialNumber: string): string {
  const digits = serialNumber.toLowerCase();
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}
