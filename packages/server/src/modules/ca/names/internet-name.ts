/** Tells whether a host name, in A-labels, is an internet name: its top-level domain exists, and it is not reserved for special use. */
export async function isInternetName(hostName: string): Promise<boolean> {
  return (await import('./public-suffixes.ts')).kindOfHostName(hostName).isGlobal;
}
