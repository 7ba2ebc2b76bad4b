import { type AccessControl, type Administrator, Resource } from '../access/index.ts';

/** Requires the right to see background work; who may edit services sees it. */
export async function authorizeViewing(
  access: Pick<AccessControl, 'authorize' | 'isAuthorized'>,
  administrator: Administrator,
): Promise<void> {
  const { edit, view } = Resource.services;
  if (!(await access.isAuthorized(administrator, edit))) await access.authorize(administrator, view);
}
