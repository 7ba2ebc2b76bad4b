/** Keystores as the interface gives them, at once and after an approval, for other programs to open. */
import assert from 'node:assert/strict';
import { TOKEN_TYPE } from '../../../packages/server/src/modules/ra/index.ts';
import { createApprovalProfile, decide, newOfficers, type Officers, requestIdOf } from './setups/approval-setup.ts';
import { editCa } from './ca-rest-setup.ts';
import { caOf, createCa } from './ca-setup.ts';
import { addEndEntity, enrollKeystore, PASSWORD } from './setups/keystore-setup.ts';
import type { TestServer } from './test-server.ts';

/** The ways to a keystore. */
export type Way = 'enrollkeystore' | 'finalize';

/** `key_alg` and `key_spec` of the kinds of keys. */
export const KEYS = {
  RSA: ['RSA', '2048'],
  EC: ['EC', 'P-384'],
  Ed25519: ['Ed25519', 'Ed25519'],
  'ML-DSA-65': ['ML-DSA-65', 'ML-DSA-65'],
} as const;

/** A keystore, with the common name in its certificate, which is the name of its entry as well. */
export interface IssuedKeystore {
  readonly octets: Uint8Array;
  readonly name: string;
}

/** Makes the CA whose keystores are finalized. */
export async function createApprovingCa(server: TestServer): Promise<Officers> {
  const officers = await newOfficers(server);
  await createApprovalProfile(server, 'Four eyes', {});
  await createCa(server, APPROVING);
  await editCa(server, APPROVING, { approvals: { addEditEndEntity: 'Four eyes' } });
  return officers;
}

/** Has a keystore made for a new end entity, with a chain of two certificates. */
export async function issueKeystore(
  server: TestServer,
  officers: Officers,
  way: Way,
  { kind, format }: { readonly kind: keyof typeof KEYS; readonly format: 'P12' | 'JKS' | 'BCFKS' | 'PEM' },
): Promise<IssuedKeystore> {
  const name = `${way}-${kind}-${format}`.toLowerCase();
  const ca = await caOf(server, way === 'finalize' ? APPROVING : 'ManagementCA');
  // PEM is not a token that enrollkeystore knows: it becomes that at the end.
  await addEndEntity(server, name, { caId: ca.id, tokenType: TOKEN_TYPE[format === 'PEM' ? 'P12' : format] });
  const [key_alg, key_spec] = KEYS[kind];
  if (way === 'enrollkeystore') {
    const { status, json, text } = await enrollKeystore(server, { username: name, key_alg, key_spec });
    assert.equal(status, 200, text);
    return { octets: Buffer.from(json['certificate'] as string, 'base64'), name };
  }
  const asked = await enrollKeystore(server, { username: name, key_alg, key_spec });
  const id = requestIdOf(asked);
  assert.equal((await decide(server, id, officers.first)).json['status'], 'APPROVED');
  const body = { response_format: format, password: PASSWORD };
  const { status, json, text } = await server.call(`/v1/certificate/${id}/finalize`, { body });
  assert.equal(status, 201, text);
  return { octets: Buffer.from(json['certificate'] as string, 'base64'), name };
}

const APPROVING = 'Approving';
