/** Keystore of an approved end entity, with a key that is generated here. */
import { WithDeps } from '../../../../kernel/with-deps.ts';
import type { Administrator } from '../../../access/index.ts';
import {
  type AuthenticatedEndEntity,
  type AuthenticateEndEntity,
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityStore,
  TOKEN_TYPE,
} from '../../end-entities/index.ts';
import { EndEntityCannotEnrollError, EnrollmentInputError, FinalizeFormatError } from '../../errors/index.ts';
import {
  GeneratedKey,
  type KeyPairSource,
  type KeystoreFormat,
  readRequestedKey,
  type RequestedKey,
} from '../../server-keys/index.ts';
import {
  type ApprovedRequest,
  authenticateApproved,
  type FinalizationOrder,
  type FinalizedFormat,
  requireStatusToEnroll,
  type WantedKey,
} from './approved-request.ts';
import type { CommitEnrollment } from '../steps/commit-enrollment.ts';
import type { DryRuns, EnrollmentDryRun } from '../dry-run/dry-runs.ts';
import type { EnrolledKeystore, KeystoreIssuance } from '../keystores/keystore-issuance.ts';

export interface FinalizeKeystoreDeps {
  readonly authentication: AuthenticateEndEntity;
  readonly commit: CommitEnrollment;
  readonly dryRuns: DryRuns;
  readonly endEntities: EndEntityStore;
  readonly issuance: KeystoreIssuance;
  readonly keyPairs: KeyPairSource;
}

export class FinalizeKeystore extends WithDeps<FinalizeKeystoreDeps> {
  /**
   * Generates the key and issues its certificate in a keystore of the format, which becomes the token type of the end entity. The keystore is
   * protected with the password of the end entity.
   *
   * @throws {@link FinalizeFormatError}, {@link EndEntityCannotEnrollError}, {@link EnrollmentInputError}, `ra.unsupported_key_algorithm`,
   *   `ra.unsupported_key_specification`, `ra.not_authenticated`, `access.too_many_passwords`, and the errors of enrollment
   */
  async finalize(
    administrator: Administrator,
    approved: ApprovedRequest,
    order: FinalizationOrder,
  ): Promise<EnrolledKeystore> {
    const { commit, issuance, keyPairs } = this.deps;
    const { format, plan, login } = await this.#begin(administrator, approved, order);
    const key = new GeneratedKey(keyPairs, plan);
    try {
      return await commit.run(login.username, async () => {
        const endEntity = await this.#current(approved, login, format);
        const prepared = await issuance.prepare(administrator, endEntity, plan);
        return issuance.issue(prepared, { format, key, password: order.password });
      });
    } finally {
      key.overwrite();
    }
  }

  /** Returns what {@link finalize} would issue, with a placeholder key. @throws the errors of that method */
  async dryRun(
    administrator: Administrator,
    approved: ApprovedRequest,
    order: FinalizationOrder,
  ): Promise<EnrollmentDryRun> {
    const { dryRuns, issuance } = this.deps;
    const { format, plan, login } = await this.#begin(administrator, approved, order);
    return dryRuns.run(login.username, async (decisions) => {
      const endEntity = await this.#current(approved, login, format);
      const prepared = await issuance.prepare(administrator, endEntity, plan, decisions);
      return issuance.rehearse(prepared, plan, decisions);
    });
  }

  async #begin(administrator: Administrator, approved: ApprovedRequest, order: FinalizationOrder) {
    const { existing } = approved;
    const format = requireKeystoreFormat(existing, order.format);
    requireStatus(existing);
    const plan = readRequestedKey(chosenKey(existing, order.key));
    const { authentication } = this.deps;
    const login = await authenticateApproved(authentication, administrator, approved, order.password);
    return { format, plan, login };
  }

  /** Returns the present end entity with its new token type. */
  async #current(
    { requireWaiting }: ApprovedRequest,
    login: AuthenticatedEndEntity,
    format: KeystoreFormat,
  ): Promise<EndEntity> {
    const { authentication, endEntities } = this.deps;
    const found = await endEntities.findByUsername(login.username);
    if (found !== undefined) requireWaiting(found);
    const current = await authentication.requireStill(login, found);
    requireStatus(current);
    return { ...current, tokenType: TOKEN_TYPE[format] };
  }
}

/**
 * Checks the format. @throws {@link FinalizeFormatError}, {@link EndEntityCannotEnrollError} for an end entity with its own key that has sent no
 * request for it
 */
function requireKeystoreFormat({ username, tokenType }: EndEntity, format: FinalizedFormat): KeystoreFormat {
  if (tokenType === TOKEN_TYPE.USERGENERATED) {
    if (format !== 'DER' && format !== 'PEM')
      throw new FinalizeFormatError("The token of the end entity is USERGENERATED: the key is the client's own.");
    throw new EndEntityCannotEnrollError(
      username,
      'what was approved has no certificate request; send one with certificaterequest',
    );
  }
  if (format === 'DER')
    throw new FinalizeFormatError("Invalid response format. Must be 'JKS', 'P12', 'BCFKS', or 'PEM'");
  return format;
}

function requireStatus(endEntity: EndEntity): void {
  // In GENERATED it may renew its certificate, which authentication decides.
  if (endEntity.status !== END_ENTITY_STATUS.GENERATED) requireStatusToEnroll(endEntity);
  if (endEntity.status === END_ENTITY_STATUS.KEYRECOVERY)
    throw new EndEntityCannotEnrollError(
      endEntity.username,
      'a key is recovered for it; collect that with enrollkeystore first',
    );
}

/** Chooses the key specification. @throws {@link EnrollmentInputError} if it is incomplete or missing */
function chosenKey({ extended: { keyStore } }: EndEntity, wanted: WantedKey): RequestedKey {
  const [algorithm, specification] = [wanted.algorithm ?? '', wanted.specification ?? ''];
  if (algorithm !== '' && specification !== '') return { algorithm, specification };
  if (keyStore === undefined)
    throw new EnrollmentInputError(
      'key_alg and key_spec are needed: the end entity names no key. Give both, such as RSA and 3072, or Ed25519 twice.',
    );
  const agrees = (text: string, own: string) => text === '' || text.toUpperCase() === own.toUpperCase();
  if (!agrees(algorithm, keyStore.algorithm) || !agrees(specification, keyStore.specification))
    throw new EnrollmentInputError(
      `key_alg and key_spec replace the key of the end entity (${keyStore.algorithm} ${keyStore.specification}) together. Give both, or neither.`,
    );
  return keyStore;
}
