import { errorResponses, StatusBody } from './schemas.ts';
import type { OperationScope, ServiceName } from './operation-scope.ts';

/** `GET /{group}/status`: whether a group of operations is there, and which version. Needs no credentials. */
export function statusOperations<A>({ app, deps, operation }: OperationScope<A>): void {
  for (const { group, version, service } of GROUPS) {
    const revision = `EJBCA ${EJBCA_VERSION} (Sealwright ${deps.version})`;
    const body = { status: 'OK', version, revision } as const;
    app.get(
      `/${group}/status`,
      {
        ...operation(`${group.replace('/', '.')}.status`, { level: 'none', service }),
        schema: {
          summary: `Status of ${group}`,
          tags: [group],
          security: [],
          response: { 200: StatusBody, ...errorResponses(403) },
        },
      },
      async () => body,
    );
  }
}

/** The groups that have operations in this version. */
const GROUPS: readonly { readonly group: string; readonly version: string; readonly service: ServiceName }[] = [
  { group: 'v1/ca', version: '1.0', service: 'REST Certificate Management' },
  { group: 'v1/ca_management', version: '1.0', service: 'REST CA Management' },
  { group: 'v1/certificate', version: '1.0', service: 'REST Certificate Management' },
  { group: 'v1/ssh', version: '1.0', service: 'REST SSH V1' },
  { group: 'v1/approval', version: '1.0', service: 'REST Approval Management' },
  { group: 'v1/cryptotoken', version: '1.0', service: 'REST Crypto Token Management' },
];

/** Connectors read a version after this word and choose their paging by it, so they are shown one whose interface this is. */
const EJBCA_VERSION = '9.3.0';
