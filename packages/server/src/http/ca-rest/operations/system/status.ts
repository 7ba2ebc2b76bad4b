import { errorResponses, StatusBody } from '../../schemas.ts';
import type { OperationScope } from '../../operation-scope.ts';
import type { ServiceName } from '../../../../kernel/service-names.ts';

/** `GET /{group}/status`: whether a group of operations is there, and which version. Needs no credentials. */
export function statusOperations({ app, deps, operation }: OperationScope): void {
  for (const { group, version, service } of GROUPS) {
    const revision = `EJBCA ${EJBCA_VERSION} (Sealwright ${deps.version})`;
    const body = { status: 'OK', version, revision } as const;
    app.get(
      `/${group}/status`,
      operation(
        `${group.replace('/', '.')}.status`,
        `Status of ${group}`,
        { security: [], response: { 200: StatusBody, ...errorResponses(403) } },
        {
          level: 'none',
          service,
          everythingPasses: service === 'REST Configdump',
        },
      ),
      async () => body,
    );
  }
}

/** All groups that clients probe, those without another operation in this version as well. */
const GROUPS: readonly { readonly group: string; readonly version: string; readonly service: ServiceName }[] = [
  { group: 'v1/ca', version: '1.0', service: 'REST Certificate Management' },
  { group: 'v1/ca_management', version: '1.0', service: 'REST CA Management' },
  { group: 'v1/certificate', version: '1.0', service: 'REST Certificate Management' },
  { group: 'v1/ssh', version: '1.0', service: 'REST SSH V1' },
  { group: 'v1/approval', version: '1.0', service: 'REST Approval Management' },
  { group: 'v1/cryptotoken', version: '1.0', service: 'REST Crypto Token Management' },
  { group: 'v1/endentity', version: '1.0', service: 'REST End Entity Management' },
  { group: 'v1/configdump', version: '1.0', service: 'REST Configdump' },
  { group: 'v2/certificate', version: '2.0', service: 'REST Certificate Management V2' },
  { group: 'v2/endentity', version: '2.0', service: 'REST End Entity Management V2' },
];

/** Connectors read a version after this word and choose their paging by it, so they are shown one whose interface this is. */
const EJBCA_VERSION = '9.3.0';
