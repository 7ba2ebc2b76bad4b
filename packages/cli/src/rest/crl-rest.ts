/** CRLs of CAs on one server: what relying parties fetch, and what administrators have made and imported. */
import { JsonObject } from './json-object.ts';
import { formWithFile } from './multipart.ts';
import { OperationsOfBoth } from './rest-operations.ts';

/** Which CRL of a CA. */
export interface CrlVariant {
  readonly delta: boolean;
  /** 0 is the main CRL. */
  readonly partition: number;
}

/** The CRL numbers of a CA after it was told to make CRLs; 0 while there is none. */
export interface CrlNumbers {
  readonly base: number;
  readonly delta: number;
  /** By `partition_1`, ...; empty for a CA without partitions. */
  readonly partitions: Readonly<Record<string, number>>;
  readonly deltaPartitions: Readonly<Record<string, number>>;
  readonly allMade: boolean;
}

/** The newest CRL of a kind and partition. Times are ISO 8601 in UTC. */
export interface ListedCrl {
  readonly kind: string;
  readonly partition: number;
  readonly number: number;
  readonly thisUpdate: string;
  readonly nextUpdate: string;
  readonly octets: number;
  readonly imported: boolean;
}

/** Every method throws what `RestClient.send` throws. */
export class CrlRest extends OperationsOfBoth {
  /** Has a CA make CRLs now, those of its partitions included. */
  async create(issuerDn: string, { delta }: { readonly delta: boolean }): Promise<CrlNumbers> {
    const query = { deltacrl: delta ? 'true' : undefined };
    const answer = await this.client.send({ method: 'POST', path: caPath(issuerDn, 'createcrl'), query });
    const body = JsonObject.parse(answer);
    return {
      base: body.integer('latest_crl_version'),
      delta: body.integer('latest_delta_crl_version'),
      partitions: numbersIn(body, 'latest_partition_crl_versions'),
      deltaPartitions: numbersIn(body, 'latest_partition_delta_crl_versions'),
      allMade: body.boolean('all_success'),
    };
  }

  /** Has a CA make CRLs now that end at a moment, ISO 8601: one that goes off line until then. */
  async createUntil(ca: string, validUntil: string): Promise<CrlNumbers> {
    const path = `/cas/${encodeURIComponent(ca)}/crls`;
    const request = { method: 'POST', path, body: { valid_until: validUntil } } as const;
    const body = JsonObject.parse(await this.administration.send(request));
    const base = numbersByPartition(body, 'crl_numbers');
    const delta = numbersByPartition(body, 'delta_crl_numbers');
    return {
      base: base.main,
      delta: delta.main,
      partitions: base.partitions,
      deltaPartitions: delta.partitions,
      allMade: body.boolean('all_success'),
    };
  }

  /** Has a CA take over a CRL in DER that was made elsewhere. @param boundary - not to be guessed */
  async import(issuerDn: string, { der, partition, boundary }: ImportedCrl): Promise<void> {
    const fields = new Map([['crlPartitionIndex', String(partition)]]);
    const file = { part: 'crlFile', name: 'crl', octets: der.length, pieces: [der] };
    const path = caPath(issuerDn, 'importcrl');
    const body = formWithFile(fields, file, boundary);
    await this.client.upload({ path, body, headers: {} }, async ({ pieces }) => {
      for await (const _piece of pieces);
    });
  }

  /** The newest CRLs of a CA, the main CRL first. */
  async list(ca: string): Promise<readonly ListedCrl[]> {
    const path = `/cas/${encodeURIComponent(ca)}/crls`;
    const body = JsonObject.parse(await this.administration.send({ method: 'GET', path }));
    return body.objects('crls').map((crl) => ({
      kind: crl.text('kind'),
      partition: crl.integer('partition'),
      number: crl.integer('number'),
      thisUpdate: crl.moment('this_update'),
      nextUpdate: crl.moment('next_update'),
      octets: crl.integer('octets'),
      imported: crl.boolean('imported'),
    }));
  }
}

interface ImportedCrl {
  readonly der: Uint8Array;
  readonly partition: number;
  readonly boundary: string;
}

/** Returns the path of a CRL for relying parties, who need no credentials. */
export function distributionPath(ca: string, { delta, partition }: CrlVariant): string {
  const name = encodeURIComponent(ca);
  if (partition === 0) return delta ? `/crls/${name}/delta.crl` : `/crls/${name}.crl`;
  return `/crls/${name}/partition-${partition}${delta ? '-delta' : ''}.crl`;
}

function caPath(issuerDn: string, operation: string): string {
  return `/v1/ca/${encodeURIComponent(issuerDn)}/${operation}`;
}

/** Reads a list of numbers into the names that the CA REST interface has for partitions. */
function numbersByPartition(body: JsonObject, name: string) {
  const numbers = body.objects(name).map((each) => [each.integer('partition'), each.integer('number')] as const);
  const partitions = numbers.filter(([partition]) => partition > 0).map(([at, number]) => [`partition_${at}`, number]);
  return {
    main: numbers.find(([partition]) => partition === 0)?.[1] ?? 0,
    partitions: Object.fromEntries(partitions) as Readonly<Record<string, number>>,
  };
}

function numbersIn(body: JsonObject, name: string): Readonly<Record<string, number>> {
  const numbers = body.optionalObject(name);
  if (numbers === undefined) return {};
  return Object.fromEntries(Object.keys(numbers.members()).map((partition) => [partition, numbers.integer(partition)]));
}
