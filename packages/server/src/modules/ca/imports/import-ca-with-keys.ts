/** Import of a CA with its key, its certificate and its chain, so that it continues to issue here. */
import { parsePublicKey } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { type Plan, planAndCommit, type Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import type { DocumentPlanner } from '../../configuration/index.ts';
import { cryptoTokenRule, type CryptoTokens, keyAlias } from '../../crypto-tokens/index.ts';
import { type Authorities, CaCertificateError, type TrustByName, caEvent } from '../authorities/index.ts';
import { type CaSettings, type WithKeys, WrongCaKindError, caType, requireKeys } from '../kinds/index.ts';
import type { CaKeys } from '../keys/index.ts';
import { readCaKeystore } from './ca-keystore.ts';
import { type InsertCaState, updateOf } from '../records/index.ts';
import { CaCertificateRefusedError } from '../issuance/index.ts';
import type { PublicAddresses } from '../settings/index.ts';
import type { ImportedCa } from './imported-ca.ts';
import { importedCasOf } from './imported-x509-ca.ts';
import { readImportedCas } from './read-imported-cas.ts';
import type { RenewOcspResponders } from '../responders/index.ts';
import { oneEpochMove } from '../revocation/index.ts';

/** Source of the key and the certificates. */
export type CaSource =
  | {
      /** A PKCS #12 file; its key is imported into the crypto token of the settings, which must be a software token. */
      readonly kind: 'keystore';
      readonly octets: Uint8Array;
      readonly password: string;
      /** Certificates, PEM or base64, to use instead of those in the file. Required for card verifiable certificates, which the file cannot hold. */
      readonly certificates?: readonly string[];
    }
  | {
      /** The key is already in the crypto token, under the alias of the settings. The certificates are PEM or base64. */
      readonly kind: 'certificates';
      readonly certificates: readonly string[];
    };

export interface ImportCaWithKeysDeps extends Pick<
  UseCaseDeps,
  'access' | 'audit' | 'configuration' | 'store' | 'clock'
> {
  readonly authorities: Authorities;
  readonly planner: DocumentPlanner;
  readonly publicAddresses: Pick<PublicAddresses, 'complete'>;
  readonly tokens: CryptoTokens;
  readonly keys: CaKeys;
  readonly trust: TrustByName;
  readonly ocspResponders: Pick<RenewOcspResponders, 'updateCa'>;
}

export class ImportCaWithKeys extends WithDeps<ImportCaWithKeysDeps> {
  /**
   * Creates a CA of that name, which is active at once. Document, key and state become durable together.
   *
   * No CRL is made: one without the earlier revocations would make those certificates look good. The CA's last CRL is to be imported next, and the
   * CRL numbers continue from it. Until then, or until an administrator creates a CRL, none is made automatically.
   *
   * @param settings - settings of its document, at least the crypto token. Omitted ones follow from the certificate (subject, issuer and signature
   *   algorithm) and from the public address of this server, if it has one
   * @throws {@link CaKeystoreError}, {@link CaCertificateError}, {@link CaCertificateRefusedError}, {@link CaExistsError}
   * @throws {KeyAliasInUseError}, {KeyImportRefusedError}, {UnknownKeyAliasError}, {CryptoTokenOfflineError}
   */
  async import(administrator: Administrator, name: string, settings: object, source: CaSource): Promise<void> {
    const { access, audit } = this.deps;
    const entry = { event: 'CA_IMPORT', actor: actorOf(administrator), details: { name } } as const;
    await audit.recordingRefusal(entry, async () => {
      // Authorizes first, since opening a keystore is expensive.
      await access.authorize(administrator, Resource.caFunctionality.addCa);
      if (source.kind === 'certificates') {
        const own = readImportedCas(source.certificates).lowest();
        await this.#commit(administrator, name, settings, { own, privateKey: undefined });
        return;
      }
      const { privateKey, publicKey, certificates } = await readCaKeystore(source.octets, source.password);
      try {
        const given =
          source.certificates === undefined ? importedCasOf(certificates) : readImportedCas(source.certificates);
        const own = given.withKey(publicKey);
        if (own === undefined) throw new CaCertificateError('None of the certificates is for the private key.');
        await this.#commit(administrator, name, settings, { own, privateKey });
      } finally {
        privateKey.fill(0);
      }
    });
  }

  async #commit(administrator: Administrator, name: string, settings: object, given: GivenCa): Promise<void> {
    const { ocspResponders, store } = this.deps;
    await ocspResponders.updateCa(await planAndCommit(() => this.#plan(administrator, name, settings, given), store));
  }

  async #plan(
    administrator: Administrator,
    name: string,
    settings: object,
    { own, privateKey }: GivenCa,
  ): Promise<Plan<number>> {
    const { access, audit, authorities, configuration, planner, publicAddresses, trust, clock } = this.deps;
    const { epoch } = configuration;
    await access.authorize(administrator, Resource.caFunctionality.addCa, ...(await trust.neededFor(own.subject)));
    const planned = await planner.planCreate({
      type: caType.token,
      name,
      settings: publicAddresses.complete(name, { ...own.settings, ...settings, subjectDn: own.subject.toString() }),
    });
    const ca = requireFitting(name, planned.planned[0]!.document!.value as CaSettings, own);
    await access.authorize(administrator, cryptoTokenRule('use', ca.cryptoTokenId));
    const chain = await own.chain({ authorities, now: nowSeconds(clock) });
    const insert = planned.writes.find((write) => write.op === 'ca-state.insert') as InsertCaState;
    const { state } = insert;
    const key = await this.#key(administrator, { caId: state.caId, ca, own, privateKey });
    const update = updateOf(state, {
      status: 'ACTIVE',
      keyAlias: ca.firstKey.alias,
      keySequence: own.keySequence ?? ca.firstKeySequence,
      chain,
      notAfter: own.notAfter,
    });
    const entry = caEvent(
      administrator,
      'CA_IMPORT',
      state.caId,
      { name, subject: own.holder, keyAlias: ca.firstKey.alias, notAfter: own.notAfter },
      own.serialNumber,
    );
    const writes = oneEpochMove([...planned.writes, ...key.writes, update, { op: 'epoch.move' }]);
    return { unit: audit.unit(writes, [entry, ...key.entries], epoch), result: state.caId };
  }

  /** Plans how the CA gets its key: it is imported into the crypto token, or must exist there and belong to no other user. */
  async #key(
    administrator: Administrator,
    { caId, ca, own, privateKey }: KeyOfCa,
  ): Promise<{ readonly writes: readonly Write[]; readonly entries: readonly AuditEntry[] }> {
    const { access, tokens, keys } = this.deps;
    const { cryptoTokenId: tokenId } = ca;
    const { alias } = ca.firstKey;
    if (privateKey === undefined) {
      await keys.requireUnshared(caId, tokenId, [alias]);
      const { publicKey } = await tokens.getKeyPair(tokenId, alias);
      if (parsePublicKey(publicKey).sha256Fingerprint === own.publicKey.sha256Fingerprint)
        return { writes: [], entries: [] };
      throw new CaCertificateError(`None of the certificates is for the key '${alias}'.`);
    }
    await access.authorize(administrator, cryptoTokenRule('generateKeyPair', tokenId));
    await keys.requireNoSignedDocuments(alias, own.publicKey.der);
    const { writes } = await tokens.planKeyPairImport(tokenId, {
      alias: keyAlias(alias),
      keyUsage: 'SIGN',
      privateKey,
    });
    const entry = {
      event: 'CRYPTOTOKEN_GEN_KEYPAIR',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      details: { token: tokenId, alias, imported: true },
    } as const;
    return { writes, entries: [entry] };
  }
}

interface GivenCa {
  readonly own: ImportedCa;
  /** DER PKCS #8; undefined if the key is already in the crypto token. */
  readonly privateKey: Uint8Array | undefined;
}

interface KeyOfCa {
  readonly caId: number;
  readonly ca: CaSettings & WithKeys;
  readonly own: ImportedCa;
  readonly privateKey: Uint8Array | undefined;
}

function requireFitting(name: string, settings: CaSettings, own: ImportedCa): CaSettings & WithKeys {
  if (settings.kind !== own.kind) throw new WrongCaKindError(name, settings.kind, own.kind);
  const conflict = own.conflictWith(settings);
  if (conflict !== undefined) throw new CaCertificateError(`The certificate cannot be that of '${name}': ${conflict}.`);
  const withKeys = requireKeys(name, settings);
  const { signatureAlgorithm } = withKeys;
  if (own.signsWith(signatureAlgorithm)) return withKeys;
  const problem = `its key is of the algorithm ${own.publicKey.algorithm.name} and does not sign with ${signatureAlgorithm.name}.`;
  throw new CaCertificateRefusedError(name, problem);
}
