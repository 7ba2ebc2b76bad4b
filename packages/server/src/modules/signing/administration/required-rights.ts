/** Rights that an administrator needs in addition to configuring workers, for what the worker will do. */
import type { NeededResource } from '../../../kernel/access-rules.ts';
import { Resource } from '../../access/index.ts';
import { caType } from '../../ca/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import { endEntityProfileType } from '../../profiles/index.ts';
import { type EndEntityStore, neededRights } from '../../ra/index.ts';
import { endEntityOf } from '../certificates/index.ts';
import { findWorker, type WorkerDocument } from '../workers/index.ts';
import { propertiesOf } from '../worker-contract/index.ts';
import { tokenRights, workerToken } from '../keys/index.ts';

/** Returns the rights: to use its key and those of workers that it calls, and to issue the certificate that is renewed for it. */
export async function requiredRights(
  configuration: Configuration,
  endEntities: EndEntityStore,
  worker: WorkerDocument,
): Promise<readonly NeededResource[]> {
  return [
    ...(await tokenRightsOfWorker(configuration, worker, new Set())),
    ...(await renewalRights(configuration, endEntities, worker)),
  ];
}

/** The use of its token and of those of the workers that it calls; that of every token where there is none of a name yet. */
async function tokenRightsOfWorker(
  configuration: Configuration,
  worker: WorkerDocument,
  seen: Set<number>,
): Promise<readonly string[]> {
  if (seen.has(worker.id)) return [];
  seen.add(worker.id);
  const found = await workerToken(configuration, worker);
  const needed: string[] = [];
  if (found !== undefined) needed.push(...(found.token === undefined ? [ANY_TOKEN] : tokenRights(found.token, 'use')));
  for (const named of calledWorkers(worker)) {
    const called = await findWorker(configuration, named);
    if (called === undefined) needed.push(ANY_TOKEN);
    else needed.push(...(await tokenRightsOfWorker(configuration, called, seen)));
  }
  return needed;
}

/** Lists the ids and names of workers in the properties of a worker: lists of them, and of what they are chosen by. */
export function calledWorkers(worker: WorkerDocument): readonly string[] {
  const properties = propertiesOf(worker);
  return CALLING_PROPERTIES.flatMap((property) => (properties.text(property) ?? '').split(/[,;]/))
    .map((item) => item.slice(item.lastIndexOf(':') + 1).trim())
    .filter((named) => named !== '');
}

/** Everything that enrolling it again takes: the program does that by itself, as the properties say. */
async function renewalRights(
  configuration: Configuration,
  endEntities: EndEntityStore,
  worker: WorkerDocument,
): Promise<readonly NeededResource[]> {
  const properties = propertiesOf(worker);
  const [caName, profileName] = [properties.text('RENEWCA'), properties.text('RENEWENDENTITYPROFILE')];
  if (caName === undefined) return [];
  const ca = await configuration.find(caType, caName);
  const profile = profileName === undefined ? undefined : await configuration.find(endEntityProfileType, profileName);
  const token = (await workerToken(configuration, worker))?.token;
  if (ca === undefined || profile === undefined || token === undefined) return [Resource.everything];
  const existing = await endEntities.findByUsername(endEntityOf(worker));
  const target = { endEntityProfile: profile, ca };
  return [
    ...neededRights({ ...target, existing: undefined }),
    // It is edited by every renewal but the first, and what is there now may be elsewhere.
    ...neededRights({ ...target, existing: existing ?? { endEntityProfileId: profile.id, caId: ca.id } }),
    ...tokenRights(token, 'generateKeyPair'),
  ];
}

const CALLING_PROPERTIES = [
  'WORKERS',
  'CRYPTOTOKENS',
  'CRYPTOWORKERS',
  'MAPPINGS',
  'USERNAME_MAPPING',
  'DEFAULTWORKER',
  'TSA_WORKER',
  'OTHER_SIGNERS',
  'VALIDATIONSERVICEWORKER',
];
const ANY_TOKEN = '/cryptotoken/use/';
