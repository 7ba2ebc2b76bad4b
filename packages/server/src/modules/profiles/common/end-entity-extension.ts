/** An extension of a certificate whose value is said of the end entity: both profiles have to allow it. */
export type EndEntityExtension = 'subjectDirectoryAttributes' | 'psd2' | 'cabfOrganizationIdentifier' | 'objectSid';
