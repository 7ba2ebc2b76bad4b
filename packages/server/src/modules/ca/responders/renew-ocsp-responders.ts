/** Creation and renewal of delegated OCSP responders: one for each key of a CA, certified by that key (RFC 6960 §4.2.2.2). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Certificate, compareBytes, defaultSignatureAlgorithm, parsePublicKey, signsWith } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { ConflictError, EpochMovedError, type UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { SYSTEM, type UseCaseDeps } from '../../access/index.ts';
import { every, type Task } from '../../background/index.ts';
import {
  CryptoTokenOfflineError,
  type CryptoTokens,
  KeyAliasInUseError,
  UnknownKeyAliasError,
} from '../../crypto-tokens/index.ts';
import { CERTIFICATE_PROFILE_ID, certificateProfileType } from '../../profiles/index.ts';
import { type Authorities } from '../authorities/index.ts';
import { type KeyGeneration, keyGenerationsOf, type SigningAuthority, signsCrls } from '../kinds/index.ts';
import type { CaKeys } from '../keys/index.ts';
import {
  type CaStateStore,
  type CertificateStore,
  type DeleteFormerOcspResponder,
  isRevoked,
  type OcspResponderRecord,
  type OcspResponderStore,
  storedUnaudited,
} from '../records/index.ts';
import { ANY_KEY, certificateCreation, NO_END_ENTITY, type X509Issuance } from '../x509/index.ts';
import { OcspResponderEndsError, OcspResponderMissingError } from './errors.ts';
import { responderKey, responderName } from './responder-key.ts';
import { responderWrites } from './responder-writes.ts';

export interface RenewOcspRespondersDeps extends Pick<
  UseCaseDeps,
  'audit' | 'configuration' | 'store' | 'clock' | 'random' | 'ids'
> {
  readonly authorities: Authorities;
  readonly certificates: Pick<CertificateStore, 'findStatus'>;
  readonly issuance: X509Issuance;
  readonly keys: CaKeys;
  /** Receives the error of a responder that could not be made; the others are made. */
  readonly onFailed: (error: unknown) => void;
  readonly responders: OcspResponderStore;
  readonly states: CaStateStore;
  readonly tokens: Pick<CryptoTokens, 'getKeyPair'>;
}

export class RenewOcspResponders extends WithDeps<RenewOcspRespondersDeps> {
  get task(): Task {
    return {
      name: RENEWAL_TASK,
      where: 'one-per-installation',
      schedule: every(5 * 60_000),
      needsBelievedClock: true,
      run: (signal) => this.#renewAll(signal),
    };
  }

  /**
   * Makes missing and due responders of one CA. To be called once a CA can sign with another certificate; after a crash in between, the task does it.
   * Failures are reported and not thrown, since the CA itself is complete.
   *
   * @param caId - id of the CA's document
   * @param options - `early`: the CA, or a former key of it, may sign nothing from now on, so responders of some age are renewed early
   * @returns the number of responders made
   */
  async updateCa(caId: number, { early = false }: UpdateOptions = {}): Promise<number> {
    const { authorities, states, clock, onFailed } = this.deps;
    let made = 0;
    try {
      const authority = await authorities.findById(caId);
      if (authority === undefined || !signsCrls(authority, nowSeconds(clock))) return 0;
      if (authority.settings.ocsp.signer !== 'DELEGATED') return 0;
      for (const { fingerprint } of await keyGenerationsOf(authority, states))
        made += await this.#update(caId, fingerprint, { early });
    } catch (error) {
      onFailed(error);
    }
    return made;
  }

  async #renewAll(signal: AbortSignal): Promise<void> {
    const { states } = this.deps;
    await this.#forgetEnded(signal);
    for (let after = Number.MIN_SAFE_INTEGER; !signal.aborted;) {
      const page = await states.listVersions(after, PAGE_SIZE);
      for (const { caId, status } of page) {
        if (signal.aborted) return;
        // Reads of the embedded database are synchronous: without a pause, thousands of CAs would block all other work.
        await nextTurn();
        if (status === 'ACTIVE' || status === 'REVOKED') await this.updateCa(caId);
      }
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1)!.caId;
    }
  }

  /** Deletes the former keys whose certificates have expired, which relying parties no longer accept. */
  async #forgetEnded(signal: AbortSignal): Promise<void> {
    const { clock, responders } = this.deps;
    while (!signal.aborted) {
      const ended = await responders.listFormerEndedBefore(nowSeconds(clock), PAGE_SIZE);
      const writes = ended.map(({ id }): DeleteFormerOcspResponder => ({ op: 'former-ocsp-responder.delete', id }));
      if (writes.length === 0 || !(await storedUnaudited(writes, this.deps))) return;
    }
  }

  async #update(caId: number, fingerprint: string, options: UpdateOptions): Promise<0 | 1> {
    let place: Place | undefined;
    try {
      for (let attempt = 1; ; attempt++) {
        place = await this.#place(caId, fingerprint);
        if (place === undefined || !(await this.#isDue(place, options))) return 0;
        try {
          return await this.#renew(place);
        } catch (error) {
          // Another process has renewed it.
          if (error instanceof ConflictError) return 0;
          // Another process has just generated the key.
          const isRepeatable = error instanceof EpochMovedError || error instanceof KeyAliasInUseError;
          if (!isRepeatable || attempt === MAX_ATTEMPTS) throw error;
        }
      }
    } catch (error) {
      this.#report(place, error);
      return 0;
    }
  }

  /** Finds a key of a CA in its present state, with its responder. */
  async #place(caId: number, fingerprint: string): Promise<Place | undefined> {
    const { authorities, certificates, configuration, responders, states, clock } = this.deps;
    const { epoch } = configuration;
    const now = nowSeconds(clock);
    const found = await authorities.findById(caId);
    if (found === undefined || !signsCrls(found, now)) return undefined;
    const generations = await keyGenerationsOf(found, states);
    const generation = generations.find((one) => one.fingerprint === fingerprint);
    if (generation === undefined || generation.notAfter <= now) return undefined;
    const { ocsp, cryptoTokenId } = found.settings;
    const records = await responders.listOfCa(caId, MAX_RESPONDERS);
    const record = records.find(({ issuerKeySha256 }) => issuerKeySha256.toHex() === fingerprint);
    const mustGo = record !== undefined && (await isRevoked(certificates, caId, Certificate.parse(record.certificate)));
    return {
      mustGo,
      epoch,
      now,
      authority: found,
      generation,
      tokenId: ocsp.cryptoTokenId ?? cryptoTokenId,
      key: responderKey(found, generation, record, { mustGo }),
      record,
    };
  }

  async #isDue(place: Place, { early = false }: UpdateOptions): Promise<boolean> {
    const { record, tokenId, key, now, generation, authority } = place;
    if (record === undefined || record.cryptoTokenId !== tokenId || record.keyAlias !== key.alias) return true;
    const certificate = Certificate.parse(record.certificate);
    if (!(await this.#hasKey(record, certificate))) return true;
    if (certificate.notBefore > now) return true;
    const life = certificate.notAfter - certificate.notBefore;
    const wanted = Math.min(
      now + authority.settings.ocsp.responderLifetimeSeconds,
      generation.issuer.certificate.notAfter,
    );
    // It cannot outlast its CA.
    if (wanted <= certificate.notAfter + life * WORTHWHILE) return false;
    // Early enough that no response is cut short, since responses do not outlast the responder.
    const ofAnswers = Math.min(authority.settings.ocsp.lifetimeSeconds + MARGIN_SECONDS, life / 2);
    return early || now >= certificate.notAfter - Math.max(life * RENEWED_WITH_LEFT, ofAnswers);
  }

  /** Tells whether the crypto token has the certified key; assumed if the token is closed. */
  async #hasKey({ cryptoTokenId, keyAlias }: OcspResponderRecord, { publicKey }: Certificate): Promise<boolean> {
    try {
      const found = await this.deps.tokens.getKeyPair(cryptoTokenId, keyAlias);
      return compareBytes(found.publicKey, publicKey.der) === 0;
    } catch (error) {
      if (error instanceof UnknownKeyAliasError) return false;
      if (error instanceof CryptoTokenOfflineError) return true;
      throw error;
    }
  }

  async #renew(place: Place): Promise<1> {
    const { keys, store } = this.deps;
    const { authority, tokenId, key } = place;
    // Key generation is an act of its own, which moves the epoch.
    await keys.obtain(SYSTEM, tokenId, key);
    await keys.requireUnshared(authority.id, tokenId, [key.alias]);
    const current = await this.#place(authority.id, place.generation.fingerprint);
    if (current === undefined || current.key.alias !== key.alias || current.tokenId !== tokenId)
      throw new EpochMovedError(this.deps.configuration.epoch);
    await store.commit(await this.#unit({ ...current, record: place.record }));
    return 1;
  }

  async #unit(place: Place): Promise<UnitOfWork> {
    const { authority, generation, epoch, tokenId, key } = place;
    const { audit, configuration, issuance, tokens } = this.deps;
    const { publicKey } = parsed(await tokens.getKeyPair(tokenId, key.alias));
    const profileId = CERTIFICATE_PROFILE_ID.OCSPSIGNER;
    const { value: profile } = await configuration.getById(certificateProfileType, profileId);
    const issued = await issuance.issue({
      authority: withKeyOf(authority, generation),
      profile: {
        ...profile,
        ...ANY_KEY,
        signatureAlgorithm: algorithmOf(authority, generation),
        lifetime: { kind: 'relative', seconds: authority.settings.ocsp.responderLifetimeSeconds },
        expirationRestriction: undefined,
      },
      certificateProfileId: profileId,
      ...NO_END_ENTITY,
      subject: responderName(authority, generation),
      publicKey,
    });
    const certificate = Certificate.parse(issued.der);
    const writes = responderWrites(place, certificate, this.deps);
    const entry = certificateCreation(SYSTEM, authority.id, certificate, issued.lintWarnings);
    return audit.unit([issued.write, ...writes, { op: 'epoch.move' }], [entry], epoch);
  }

  /** Reports an error. A closed token is not an error while the present certificate lasts. */
  #report(place: Place | undefined, error: unknown): void {
    const { onFailed, clock } = this.deps;
    const record = place?.record;
    if (place === undefined || !(error instanceof AppError)) return onFailed(error);
    if (record === undefined || place.mustGo)
      return onFailed(new OcspResponderMissingError(place.authority.name, error));
    const left = record.notAfter - nowSeconds(clock);
    const warnedWith = place.authority.settings.ocsp.responderLifetimeSeconds * WARNED_WITH_LEFT;
    if (error instanceof CryptoTokenOfflineError && left > warnedWith) return;
    onFailed(new OcspResponderEndsError(place.authority.name, record.notAfter, error));
  }
}

interface UpdateOptions {
  readonly early?: boolean;
}

/** A key of a CA at one epoch, and the target for its responder. */
interface Place {
  readonly epoch: number;
  /** Seconds since 1970. */
  readonly now: number;
  readonly authority: SigningAuthority;
  readonly generation: KeyGeneration;
  /** True if the existing responder may no longer sign. */
  readonly mustGo: boolean;
  readonly tokenId: number;
  readonly key: { readonly alias: string; readonly spec: string };
  /** The existing responder. */
  readonly record: OcspResponderRecord | undefined;
}

/**
 * Returns the CA in the form that signs with its present key or a former one. Former alternative keys are not known, and their signatures are not
 * needed here.
 */
function withKeyOf(authority: SigningAuthority, generation: KeyGeneration): SigningAuthority {
  if (generation.isPresent) return authority;
  const { keyAlias, chain, issuer } = generation;
  return { ...authority, keyAlias, alternativeKeyAlias: '', chain, issuer };
}

/** Returns the signature algorithm of the CA, or another one for a former key that does not support it. */
function algorithmOf({ settings }: SigningAuthority, { publicKey }: KeyGeneration) {
  const { signatureAlgorithm } = settings;
  if (signsWith(signatureAlgorithm, publicKey.algorithm)) return signatureAlgorithm;
  return defaultSignatureAlgorithm(publicKey.algorithm, publicKey.bits);
}

function parsed({ publicKey }: { readonly publicKey: Uint8Array }) {
  return { publicKey: parsePublicKey(publicKey) };
}

/** Name of the task, for callers that want it to run at once. */
export const RENEWAL_TASK = 'renew-ocsp-responders';
/** Fractions of its lifetime that a certificate has left when it is renewed, and when a warning is reported. */
const RENEWED_WITH_LEFT = 1 / 3;
const WARNED_WITH_LEFT = 1 / 4;
/** More than the delay of the task. */
const MARGIN_SECONDS = 3600;
/** Fraction of its lifetime by which a certificate must outlast the previous one to be worth a signature. */
const WORTHWHILE = 1 / 100;
const MAX_ATTEMPTS = 8;
const MAX_RESPONDERS = 1000;
const PAGE_SIZE = 500;
