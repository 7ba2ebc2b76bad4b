import { PkiError } from '../errors.ts';

/** Problems with bytes or text of SSH. */
export type SshErrorCode =
  /** the input ends before the value does */
  | 'ssh.truncated'
  /** bytes follow where the structure has ended */
  | 'ssh.trailing_bytes'
  /** more octets, or more of something, than is read or written */
  | 'ssh.too_large'
  /** a value outside its type: a padded or negative mpint, text that is not UTF-8 or holds NUL, a boolean beyond 1 */
  | 'ssh.bad_value'
  /** a line that is not `type base64 comment` */
  | 'ssh.bad_line'
  /** a type of key or certificate that is not known, or that cannot stand where it does */
  | 'ssh.unknown_key_type'
  /** two places of one structure that name different types */
  | 'ssh.type_mismatch'
  /** a public key for which SSH has no type: Ed448, a Brainpool curve, ML-DSA, ... */
  | 'ssh.unsupported_key'
  /** a signature that the key cannot make in SSH, or that rests on SHA-1 and is to be made */
  | 'ssh.unsupported_signature'
  /** a certificate that is neither for a user nor for a host */
  | 'ssh.bad_certificate_type'
  /** options or extensions out of order, or one that stands twice */
  | 'ssh.option_order'
  /** an option whose value readers would refuse */
  | 'ssh.bad_option'
  /** a principal or key id that no certificate is issued with */
  | 'ssh.bad_name'
  /** another magic number or version than those of a key revocation list */
  | 'ssh.not_krl'
  /** a section of a key revocation list that is not known, empty, out of order or out of range */
  | 'ssh.bad_krl_section';

/** Bytes or text that are not what SSH asks for, or that this package does not issue. */
export class SshError extends PkiError<SshErrorCode> {}
