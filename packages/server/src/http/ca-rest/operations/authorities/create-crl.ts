import { Type } from 'typebox';
import type { CreatedCrls } from '../../../../modules/ca/index.ts';
import type { OperationScope } from '../../operation-scope.ts';
import { errorResponses, IssuerPath } from '../../schemas.ts';

/** `POST /v1/ca/{issuer_dn}/createcrl`: new base CRLs, or with `deltacrl=true` new delta CRLs. */
export function createCrl({ app, deps, operation, administrator }: OperationScope): void {
  app.post(
    '/v1/ca/:issuer_dn/createcrl',
    operation(
      'v1.ca.createcrl',
      'Issue CRLs now',
      {
        params: IssuerPath,
        querystring: Type.Object({
          deltacrl: Type.Optional(Type.Boolean({ default: false, description: 'Delta CRLs instead of base CRLs.' })),
        }),
        response: { 200: CreateCrl, ...errorResponses(400, 403, 422) },
      },
      { level: 'admin', service: 'REST Certificate Management' },
    ),
    async (request) => {
      const partitionVersions = deps.compatibility === 'ejbca' ? versionsIfAny : versionsOrNull;
      const { issuer_dn: issuerDn } = request.params;
      const { deltacrl: delta = false } = request.query;
      const created = await deps.ca.createCrls.create(
        administrator(request),
        { subject: issuerDn },
        delta ? 'delta' : 'base',
      );
      return {
        issuer_dn: created.issuerDn,
        latest_crl_version: created.base.get(0) ?? 0,
        latest_delta_crl_version: created.delta.get(0) ?? 0,
        ...partitionVersions('latest_partition_crl_versions', versionsOf(created.base, created)),
        ...partitionVersions('latest_partition_delta_crl_versions', versionsOf(created.delta, created)),
        all_success: created.allSuccess,
      };
    },
  );
}

type Versions = ReadonlyMap<number, number> | undefined;
type VersionsMember = 'latest_partition_crl_versions' | 'latest_partition_delta_crl_versions';

/** The CRL numbers of the partitions in addition to the main CRL; undefined when there are none. */
function versionsOf(numbers: ReadonlyMap<number, number>, created: CreatedCrls): Versions {
  const partitions = created.partitions.filter((partition) => partition > 0);
  if (partitions.length === 0) return undefined;
  return new Map(partitions.map((partition) => [partition, numbers.get(partition) ?? 0]));
}

function versionsOrNull(member: VersionsMember, versions: Versions) {
  if (versions === undefined) return { [member]: null };
  const named = [...versions].map(([partition, version]) => [`partition_${partition}`, version] as const);
  return { [member]: Object.fromEntries(named) };
}

/** EJBCA's clients read an object or nothing. */
function versionsIfAny(member: VersionsMember, versions: Versions) {
  return versions === undefined ? {} : versionsOrNull(member, versions);
}

const PartitionVersions = Type.Unsafe<Record<string, number> | null>({
  type: ['object', 'null'],
  description: 'By `partition_1`, `partition_2`, ...; null for a CA without partitions.',
  additionalProperties: { type: 'integer' },
});

const CreateCrl = Type.Object(
  {
    issuer_dn: Type.String(),
    latest_crl_version: Type.Integer({ description: 'The CRL number; 0 while there is none.' }),
    latest_delta_crl_version: Type.Integer(),
    latest_partition_crl_versions: Type.Optional(PartitionVersions),
    latest_partition_delta_crl_versions: Type.Optional(PartitionVersions),
    all_success: Type.Boolean({ description: 'False when any of the CRLs could not be issued.' }),
  },
  { title: 'CreateCrlRestResponse' },
);
