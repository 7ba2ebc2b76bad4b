/** Returns whether a host name, in A-labels, is one of the internet: its top-level domain exists, and nothing sets it aside. */
export async function isInternetName(hostName: string): Promise<boolean> {
  return (await import('./public-suffixes.ts')).standingOf(hostName).isGlobal;
}
