/** Selection of the requests and answers that a worker archives: the properties ARCHIVE, ARCHIVERS and those of each archiver. */
import type { Client, WorkerProperties } from '../worker-contract/index.ts';
import { shortName } from './class-names.ts';

/** A request, or an answer. */
export type ArchivedType = 'REQUEST' | 'RESPONSE';

/** The archivers of a worker: for each type of document the one that takes it. */
export type Archiving = Readonly<Partial<Record<ArchivedType, Archiver>>>;

/** Settings of the archiving of a document. */
interface Archiver {
  /** Number of addresses of X-Forwarded-For that count, from its end. */
  readonly forwardedAddresses: number;
  /** True to record the address of the connection as well. */
  readonly includeDirectAddress: boolean;
}

/** Reads the archiving properties, or reports errors in them. */
export function readArchiving(properties: WorkerProperties): Archiving {
  const classNames = [...(properties.list('ARCHIVERS') ?? [])];
  if (properties.boolean('ARCHIVE', false) && !classNames.some((name) => shortName(name) === USUAL_ARCHIVER))
    classNames.push(USUAL_ARCHIVER);
  const archiving: Partial<Record<ArchivedType, Archiver>> = {};
  for (const [index, className] of classNames.entries()) {
    if (!ARCHIVERS.includes(shortName(className)))
      properties.report('ARCHIVERS', `has '${className}', which is not a known archiver`);
    const { types, archiver } = readArchiver(properties, `ARCHIVER${index}`);
    // Two archivers of one type would write the same row: the first one does.
    for (const type of types) archiving[type] ??= archiver;
  }
  if (archiving.REQUEST !== undefined && properties.boolean('NO_REQUEST_ARCHIVING', false))
    properties.report('NO_REQUEST_ARCHIVING', 'is TRUE, and an archiver takes requests');
  return archiving;
}

function readArchiver(properties: WorkerProperties, prefix: string) {
  const type = properties.choice(`${prefix}.ARCHIVE_OF_TYPE`, ['REQUEST', 'RESPONSE', BOTH], 'RESPONSE');
  const types: readonly ArchivedType[] = type === BOTH ? ['REQUEST', 'RESPONSE'] : [type];
  const usesForwarded = properties.boolean(`${prefix}.USE_FORWARDED_ADDRESS`, false);
  const most = properties.integer(`${prefix}.MAX_FORWARDED_ADDRESSES`, { minimum: 1, maximum: 100, otherwise: 1 });
  const archiver: Archiver = {
    forwardedAddresses: usesForwarded ? most : 0,
    includeDirectAddress: properties.boolean(`${prefix}.INCLUDE_DIRECT_ADDRESS`, false),
  };
  return { types, archiver };
}

/** Returns the client's addresses as the archiver records them. */
export function archivedAddress(
  { forwardedAddresses, includeDirectAddress }: Archiver,
  { remoteAddress, connectionAddress, forwardedFor = '' }: Client,
): string {
  if (forwardedAddresses === 0) return remoteAddress;
  const named = forwardedFor.split(',').map((address) => address.trim());
  const forwarded = named.filter((address) => address !== '').slice(-forwardedAddresses);
  const noted = includeDirectAddress || forwarded.length === 0 ? [connectionAddress, ...forwarded] : forwarded;
  return noted.join(', ');
}

const USUAL_ARCHIVER = 'OldDatabaseArchiver';
const ARCHIVERS = [USUAL_ARCHIVER, 'Base64DatabaseArchiver'];
const BOTH = 'REQUEST_AND_RESPONSE';
