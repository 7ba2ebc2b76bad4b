/** The CA and the profiles that issue a worker's certificate. Stored in the worker's properties for its renewal. */
export interface WorkerIssuer {
  readonly ca: string;
  readonly certificateProfile: string;
  readonly endEntityProfile: string;
  /** RFC 4514 text; the worker's property REQUESTDN, or its name as CN, unless given. */
  readonly subjectDn?: string | undefined;
}
