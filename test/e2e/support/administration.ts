/** Acts of an administrator of the configuration, done on the use cases of a server in the test's own process. */
import { roleType } from '../../../packages/server/src/modules/access/index.ts';
import type { AuditEvent } from '../../../packages/server/src/modules/audit/index.ts';
import { type CaStatus, caType, type UpdateCaState } from '../../../packages/server/src/modules/ca/index.ts';
import type { DocumentChange } from '../../../packages/server/src/modules/configuration/index.ts';
import { type Plan, planAndCommit } from '../../../packages/server/src/kernel/unit-of-work.ts';
import type { Installation } from '../../../packages/server/src/wiring/installation.ts';
import type { TestCa } from '../../pki/test-pki.ts';

/** A member of a role as an administrator writes it. */
export interface Member {
  readonly issuer: string;
  readonly matchKey: string;
  readonly matchValue: string;
}

/** Commits changes of documents with an audit record, as one act. */
export async function change(
  { audit, planner, storage: { store } }: Installation,
  event: AuditEvent,
  changes: readonly DocumentChange[],
): Promise<void> {
  await planAndCommit(async (): Promise<Plan<undefined>> => {
    const plan = await planner.plan(changes);
    const entry = { event, outcome: 'SUCCESS', actor: { name: 'test', evidence: {} } } as const;
    return { unit: audit.unit(plan.writes, [entry], plan.epoch), result: undefined };
  }, store);
}

/** Makes a role. Rules are `ALLOW` or `DENY` by path. */
export async function createRole(
  installation: Installation,
  name: string,
  accessRules: Readonly<Record<string, string>>,
  members: readonly Member[],
): Promise<void> {
  const settings = { accessRules, members };
  await change(installation, 'ROLE_CREATION', [{ kind: 'create', type: roleType.token, name, settings }]);
}

/** The change that leaves a role without the members for which `isRemoved` holds. */
export async function withoutMembers(
  { configuration }: Installation,
  name: string,
  isRemoved: (member: Member) => boolean,
): Promise<DocumentChange> {
  const settings = await configuration.present(await configuration.get(roleType, name));
  const members = (settings['members'] as unknown as readonly Member[]).filter((member) => !isRemoved(member));
  return { kind: 'change', type: roleType.token, name, settings: { ...settings, members } };
}

/** Makes a CA that issues elsewhere: only its certificate is here. With the status `ACTIVE` it claims to issue here. */
export async function createExternalCa(
  installation: Installation,
  name: string,
  { certificate }: TestCa,
  status: CaStatus = 'EXTERNAL',
): Promise<void> {
  const settings = { subjectDn: certificate.subject.toString(), signedBy: 'External CA' };
  await change(installation, 'CA_CREATION', [{ kind: 'create', type: caType.token, name, settings }]);
  const { id } = await installation.configuration.get(caType, name);
  const state = (await installation.ca.states.findState(id))!;
  const imported: UpdateCaState = {
    op: 'ca-state.update',
    hasNewCertificate: false,
    state: { ...state, status, chain: [certificate.der], notAfter: certificate.notAfter, version: state.version + 1 },
  };
  const entry = { event: 'CA_EDITING', outcome: 'SUCCESS', actor: { name: 'test', evidence: {} } } as const;
  const unit = installation.audit.unit([imported, { op: 'epoch.move' }], [entry], installation.configuration.epoch);
  await installation.storage.store.commit(unit);
}

/** The change that removes a CA. */
export function removalOfCa(name: string): DocumentChange {
  return { kind: 'remove', type: caType.token, name };
}
