import { AppError } from '../../kernel/errors.ts';
import { shortened } from '../../kernel/shortened.ts';
import type { CaStatus } from './ca-state.ts';

/** No CA of that name, subject or id. The caller's words for it stand in the message, as far as a name can be long. */
export class CaNotFoundError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'ca.not_found';

  static byName(name: string): CaNotFoundError {
    return new this(`CA with name ${shortened(name, MAX_SHOWN)} does not exist.`);
  }

  /** Of one that was there a moment ago. */
  static byId(caId: number): CaNotFoundError {
    return new this(`CA with id ${caId} does not exist.`);
  }

  static bySubject(subject: string): CaNotFoundError {
    return new this(`CA with DN: ${shortened(subject, MAX_SHOWN)} does not exist.`);
  }
}

/** A use case for CAs of one kind was asked of a CA of another. */
export class WrongCaKindError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.wrong_kind';

  constructor(name: string, kind: string, needed: string) {
    super(`CA '${name}' is of the kind ${kind}; this can be done with a CA of the kind ${needed} only.`);
  }
}

/** The CA exists and cannot sign now: it is offline, expired, revoked, or waits for its certificate. */
export class CaNotActiveError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'ca.offline';

  constructor(name: string, status: string) {
    super(`CA '${name}' cannot sign: its status is ${status}.`);
  }
}

/** The status of a CA does not allow what was asked of it. */
export class CaStatusError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.wrong_status';

  constructor(name: string, status: CaStatus, needed: readonly CaStatus[]) {
    super(`CA '${name}' has the status ${status}; this can be done with the status ${needed.join(' or ')} only.`);
  }
}

/** An administrator was to revoke the CA by whose certificate they are let in. */
export class RevokesCallerError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.revokes_caller';

  constructor(name: string) {
    super(
      `The revocation of the CA '${name}' would lock you out: your certificate is issued by it, or by a CA below it. Use a certificate ` +
        'of another CA.',
    );
  }
}

/** A CA was to be activated or deactivated that is in neither of the two states. */
export class CaServiceStateError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.service_state';

  /** @param needed - the status that it has to have */
  constructor(name: string, needed: CaStatus, verb: 'activated' | 'deactivated') {
    super(`CA ${name} must have the status '${needed.toLowerCase()}' in order to be ${verb}`);
  }
}

/** A certificate that was received for a CA, or imported, is not one that it can use. */
export class CaCertificateError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ca.certificate_unusable';
}

/** A keystore that a CA was to be made of is none that it can be made of. Never holds a password. */
export class CaKeystoreError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ca.keystore_unusable';

  /** @param problem - completes "The keystore cannot be used:" */
  constructor(problem: string, options?: ErrorOptions) {
    super(`The keystore cannot be used: ${problem}.`, options);
  }
}

/** What a CA that is signed elsewhere cannot have done here, or the other way round. */
export class CaSignerError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.signed_elsewhere';
}

/** A chain of certificates that is longer than one is stored. */
export class CaChainTooLongError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ca.chain_too_long';

  constructor(limit: number) {
    super(`The certificate chain has more than ${limit} certificates.`);
  }
}

/** Something that needs the keys of a CA was asked of one that has none here. */
export class CaWithoutKeysError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.without_keys';

  constructor(name: string) {
    super(`CA '${name}' has no crypto token, so there are no keys to sign with: only its certificate can be imported.`);
  }
}

/** A setting of a CA that cannot be changed any more. */
export class FixedCaSettingError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.fixed_setting';

  constructor(name: string, setting: string) {
    super(`The setting '${setting}' of the CA '${name}' cannot be changed any more.`);
  }
}

/** A CA was to sign with a key that another one signs with. */
export class CaKeyTakenError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.key_taken';

  /** @param owner - the name of the other CA */
  constructor(alias: string, owner: string) {
    super(`The key pair '${alias}' is that of the CA '${owner}'. Name another key: CAs do not share one.`);
  }
}

/** The key that a CA is to have signs documents, or did. */
export class KeySignsDocumentsError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.key_signs_documents';

  /** @param signer - in words: `worker 'Signer'`; undefined when there is none any more */
  constructor(alias: string, signer?: string) {
    super(
      `Documents ${signer === undefined ? 'were' : 'are'} signed with the key pair '${alias}'${signer === undefined ? '' : ` by the ${signer}`}. Name another key: what signs documents is no key of a CA.`,
    );
  }
}

/** The crypto token has a key under the alias of a CA, and it is not what the settings of the CA say. */
export class CaKeySpecError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.key_spec';

  constructor(alias: string, found: string, wanted: string) {
    super(
      `The key pair '${alias}' is of ${found}, and the settings of the CA say ${wanted}. Name another alias, correct the settings, or remove the key pair ('sealwright token remove-key') if nobody needs it.`,
    );
  }
}

/** A CA that may still issue was to be removed. */
export class CaNotOfflineError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.not_offline';

  constructor(name: string) {
    super(`CA '${name}' is active. Deactivate it first: a CA that issues is not removed.`);
  }
}

/** A CA certificate that the profile, the issuer or the keys do not allow. */
export class CaCertificateRefusedError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.certificate_refused';

  /** @param problem - completes "the certificate of the CA cannot be issued:" */
  constructor(name: string, problem: string) {
    super(`The certificate of the CA '${name}' cannot be issued: ${problem}`);
  }
}

/** What a device gave as the signature of a CA's key is none of it. Nothing was issued. */
export class CaSignatureError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'ca.wrong_signature';

  constructor(cryptoTokenId: number, alias: string) {
    super(
      `The crypto token made a signature with the key '${alias}' that does not fit the CA's public key. Nothing was issued with it; test the key.`,
      { context: { cryptoTokenId, alias } },
    );
  }
}

/** A signature that SSH does not know of the CA's key. */
export class SshSignatureError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.ssh_signature';

  constructor(name: string, algorithm: string, usable: readonly string[]) {
    super(`The key of the CA '${name}' makes no ${algorithm} signatures in SSH, but ${usable.join(' or ')}.`);
  }
}

/** A second CA with the same number for clients, or an equal subject. */
export class CaExistsError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'ca.exists';

  /** @param rule - what is the same: `subject`, or `id` when two different subjects have one Java hash */
  constructor(name: string, otherName: string, rule: 'subject' | 'id') {
    const what = rule === 'subject' ? 'has the same subject' : 'has another subject with the same CA id';
    super(`CA '${name}' cannot be created: the CA '${otherName}' ${what}.`, { context: { rule } });
  }
}

/** A certificate that the CA's database does not hold. */
export class CertificateNotFoundError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'certificate.not_found';
}

/** An enrollment that would revoke more certificates than one act may. */
export class TooManyToSupersedeError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.too_many_to_supersede';

  constructor(limit: number) {
    super(
      `The certificate profile allows one active certificate, and the end entity has more than ${limit} that would have to be ` +
        'revoked. Revoke them first.',
    );
  }
}

/** A requested extension that the profile would let in and that cannot go into a certificate. */
export class RequestedExtensionError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.requested_extension';

  /** @param problem - which extension and what is wrong with it */
  constructor(problem: string, options?: ErrorOptions) {
    super(`The requested extension ${problem}`, options);
  }
}

/** A certificate was to have a name that the name constraints of its CA, or of a CA above that, do not allow: nobody would accept it. */
export class NameNotPermittedError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.name_not_permitted';

  /** @param problem - the name, the constraint and the CA that has it */
  constructor(name: string, problem: string, options?: ErrorOptions) {
    super(`CA '${name}' cannot issue the certificate: ${problem}.`, options);
  }
}

/** A certificate was asked for with a name that makes its holder a member of a role, by somebody who lacks the rights of that role. */
export class ReservedNameError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'ca.reserved_name';

  constructor(name: string) {
    super(
      `CA '${name}' reserves the names that members of roles go by, and one in this request gives more rights than the caller has. ` +
        'Choose another name, or have somebody enroll it who has all rights of that role.',
    );
  }
}

/** The clock stepped back behind what was signed already; nothing more is signed until it is right again. */
export class ClockSteppedBackError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'ca.clock_stepped_back';

  constructor() {
    super('The clock of this machine has stepped back; CRLs are not signed until it is right again.');
  }
}

/** The longest name that is typed; no CA is known by a longer one. */
const MAX_SHOWN = 4096;
