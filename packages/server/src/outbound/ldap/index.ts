/** Entries of a directory (RFC 4511), in which objects are published. */
export { LdapPublisher } from './ldap-publisher.ts';
