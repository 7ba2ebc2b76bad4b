import { Certificate, compareBytes, Crl, PkiError } from '@sealwright/pki';
import type { Client } from 'ldapts';
import { KeyedQueue } from '../../kernel/tasks/keyed-queue.ts';
import {
  type LdapPublisherSettings,
  type PublishedObject,
  type Publisher,
  PublishingError,
} from '../../modules/publishers/index.ts';
import { KeptSessions } from '../kept-sessions.ts';
import type { OutboundSockets } from '../outbound-sockets.ts';
import { wholeObject } from '../whole-object.ts';
import { entryOf, type LdapEntry } from './ldap-entry.ts';
import { LdapResult, publishingError, resultCodeOf } from './ldap-errors.ts';
import { LdapSession } from './ldap-session.ts';

/** A publisher that puts objects into the entries of a directory. What else an entry has stays as it is. */
export class LdapPublisher implements Publisher {
  readonly #settings: LdapPublisherSettings;
  readonly #sessions: KeptSessions<LdapSession>;
  /** Two objects may stand in one entry: a certificate and its successor. */
  readonly #entries = new KeyedQueue();

  constructor(settings: LdapPublisherSettings, { sockets }: { readonly sockets: OutboundSockets }) {
    this.#settings = settings;
    this.#sessions = new KeptSessions((signal) => LdapSession.open(settings, sockets, signal));
  }

  async publish(object: PublishedObject, signal: AbortSignal): Promise<void> {
    const entry = entryOf(object, this.#settings);
    const der = await whole(object);
    await this.#use(entry.dn, signal, async (client) => {
      for (const attribute of entry.attributes) await this.#put(client, entry, attribute, object, der);
    });
  }

  async remove(object: PublishedObject, signal: AbortSignal): Promise<void> {
    const entry = entryOf(object, this.#settings);
    const der = await whole(object);
    await this.#use(entry.dn, signal, async (client) => {
      for (const attribute of entry.attributes) await takeAway(client, entry.dn, attribute, der);
    });
  }

  async test(signal: AbortSignal): Promise<void> {
    const { baseDn } = this.#settings;
    await this.#use(baseDn, signal, async (client) => {
      if ((await valuesOf(client, baseDn, 'objectClass')) !== undefined) return;
      throw new PublishingError(`The directory has no entry ${baseDn}: make it, or correct baseDn.`, {
        scope: 'publisher',
      });
    });
  }

  close(): Promise<void> {
    this.#sessions.close();
    return Promise.resolve();
  }

  #use(dn: string, signal: AbortSignal, act: (client: Client) => Promise<void>): Promise<void> {
    return this.#entries.run(dn.toLowerCase(), () =>
      this.#sessions.use(signal, async (session) => {
        try {
          await act(session.client);
        } catch (error) {
          throw session.failureOf(error, `change ${dn}`);
        }
      }),
    );
  }

  async #put(
    client: Client,
    entry: LdapEntry,
    attribute: string,
    object: PublishedObject,
    der: Uint8Array,
  ): Promise<void> {
    const { createEntries, severalCertificates } = this.#settings;
    const present = await valuesOf(client, entry.dn, attribute);
    if (present === undefined) {
      if (!createEntries)
        throw new PublishingError(
          `The directory has no entry ${entry.dn}, and createEntries is false: make the entry, or allow it.`,
          { scope: 'object' },
        );
      await create(client, entry, attribute, der);
      return;
    }
    const isKept = severalCertificates && object.kind !== 'crl';
    if (present.some((value) => compareBytes(value, der) === 0) && (isKept || present.length === 1)) return;
    // Messages may come late: what is newer stays.
    if (!isKept && present.some((value) => isNewer(value, der, object))) return;
    await change(client, entry, isKept ? 'add' : 'replace', attribute, [der], present);
  }
}

function whole(object: PublishedObject): Promise<Uint8Array> {
  return wholeObject(object, { octets: MAX_OCTETS, receiver: 'a directory' });
}

/** Undefined where there is no such entry. */
async function valuesOf(client: Client, dn: string, attribute: string): Promise<readonly Uint8Array[] | undefined> {
  try {
    const { searchEntries } = await client.search(dn, {
      scope: 'base',
      attributes: [attribute],
      explicitBufferAttributes: [attribute],
      sizeLimit: 1,
    });
    const [found] = searchEntries;
    if (found === undefined) return undefined;
    const values = Object.entries(found).find(([name]) => name.toLowerCase() === attribute.toLowerCase())?.[1] ?? [];
    return (Array.isArray(values) ? values : [values]).filter((value) => typeof value !== 'string');
  } catch (error) {
    if (resultCodeOf(error) === LdapResult.noSuchObject) return undefined;
    throw error;
  }
}

async function create(client: Client, entry: LdapEntry, attribute: string, der: Uint8Array): Promise<void> {
  const { Attribute } = await import('ldapts');
  const add = async ({ dn, created }: Pick<LdapEntry, 'dn' | 'created'>, further: InstanceType<typeof Attribute>[]) => {
    const attributes = Object.entries(created).map(([type, values]) => new Attribute({ type, values: [...values] }));
    try {
      await client.add(dn, [...attributes, ...further]);
    } catch (error) {
      throw resultCodeOf(error) === undefined ? error : publishingError(error, `make ${dn}`);
    }
  };
  if (entry.above !== undefined && (await valuesOf(client, entry.above.dn, 'objectClass')) === undefined)
    await add(entry.above, []);
  await add(withClassFor(entry), [new Attribute({ type: attribute, values: [Buffer.from(der)] })]);
}

/** A delta needs a class in addition to that of the entry. */
function withClassFor({ dn, created, auxiliaryClass }: LdapEntry): Pick<LdapEntry, 'dn' | 'created'> {
  const { objectClass = [] } = created;
  const isThere =
    auxiliaryClass !== 'deltaCRL' ||
    objectClass.some((one) => one.toLowerCase() === 'deltacrl' || one === 'cRLDistributionPoint');
  return { dn, created: isThere ? created : { ...created, objectClass: [...objectClass, auxiliaryClass] } };
}

/** Changes an attribute, and gives the entry the class that allows it where it has none. */
async function change(
  client: Client,
  { dn, auxiliaryClass }: LdapEntry,
  operation: 'add' | 'replace',
  attribute: string,
  values: readonly Uint8Array[],
  present: readonly Uint8Array[],
): Promise<void> {
  const { Attribute, Change } = await import('ldapts');
  const changeOf = (how: typeof operation, of: readonly Uint8Array[]) =>
    new Change({
      operation: how,
      modification: new Attribute({ type: attribute, values: of.map((one) => Buffer.from(one)) }),
    });
  const classChange = new Change({
    operation: 'add',
    modification: new Attribute({ type: 'objectClass', values: [auxiliaryClass] }),
  });
  try {
    await client.modify(dn, changeOf(operation, values));
  } catch (error) {
    const code = resultCodeOf(error);
    if (code === LdapResult.objectClassViolation) await client.modify(dn, [classChange, changeOf(operation, values)]);
    // Some directories cannot compare certificates, and so not add one.
    else if (code === LdapResult.inappropriateMatching)
      await client.modify(dn, changeOf('replace', [...present, ...values]));
    else if (code !== LdapResult.attributeOrValueExists) throw error;
  }
}

async function takeAway(client: Client, dn: string, attribute: string, der: Uint8Array): Promise<void> {
  const present = (await valuesOf(client, dn, attribute)) ?? [];
  if (!present.some((value) => compareBytes(value, der) === 0)) return;
  const { Attribute, Change } = await import('ldapts');
  const modify = (operation: 'delete' | 'replace', values: readonly Uint8Array[]) =>
    client.modify(
      dn,
      new Change({
        operation,
        modification: new Attribute({ type: attribute, values: values.map((one) => Buffer.from(one)) }),
      }),
    );
  try {
    await modify('delete', [der]);
  } catch (error) {
    const code = resultCodeOf(error);
    if (code === LdapResult.inappropriateMatching)
      await modify(
        'replace',
        present.filter((value) => compareBytes(value, der) !== 0),
      );
    else if (code !== LdapResult.noSuchAttribute && code !== LdapResult.noSuchObject) throw error;
  }
}

/** Returns whether the value of an entry was made after the object. What cannot be read gives way. */
function isNewer(value: Uint8Array, der: Uint8Array, object: PublishedObject): boolean {
  try {
    if (object.kind === 'crl') return Crl.parse(value).thisUpdate > object.thisUpdate;
    return Certificate.parse(value).notBefore > Certificate.parse(der).notBefore;
  } catch (error) {
    if (error instanceof PkiError) return false;
    throw error;
  }
}

/** Directories take larger messages rarely, and their readers have to fetch the whole. */
const MAX_OCTETS = 32 * 1024 * 1024;
