/** The CA and the profiles that a worker's certificate comes from. Kept among its properties, so that it can be renewed. */
export interface WorkerIssuer {
  readonly ca: string;
  readonly certificateProfile: string;
  readonly endEntityProfile: string;
  /** RFC 4514 text; the worker's property REQUESTDN, or its name as CN, unless given. */
  readonly subjectDn?: string | undefined;
}
