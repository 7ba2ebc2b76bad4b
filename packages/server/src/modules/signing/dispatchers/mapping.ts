import type { WorkerProperties } from '../worker-contract/index.ts';

/** A property with pairs of a key and a worker, such as `alice:Signer1, bob:Signer2`. */
export function readMapping(
  properties: WorkerProperties,
  name: string,
  separator: ',' | ';',
): ReadonlyMap<string, string> {
  const mapping = new Map<string, string>();
  for (const pair of properties.list(name, separator) ?? []) {
    const colon = pair.lastIndexOf(':');
    const key = pair.slice(0, Math.max(colon, 0)).trim();
    const worker = pair.slice(colon + 1).trim();
    if (key === '' || worker === '') properties.report(name, `has '${pair}', which is not a pair with a colon between`);
    else if (mapping.has(key)) properties.report(name, `has '${key}' twice`);
    else mapping.set(key, worker);
  }
  return mapping;
}
