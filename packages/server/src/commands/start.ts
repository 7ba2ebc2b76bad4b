/** `sealwright start`: runs the server until it is told to stop. */
import path from 'node:path';
import process from 'node:process';
import { type RunningServer, startServer } from '../compose.ts';
import type { GivenSettings } from '../server-config/index.ts';
import { setUpHeap } from '../host/heap-settings.ts';
import { stopSignal } from './stop-signal.ts';
import { startSupervised } from './supervise.ts';
import { type Environment, readSurroundings } from './surroundings.ts';

/** @returns the exit code, once the server has stopped */
export async function start(given: GivenSettings, environment: Environment): Promise<number> {
  setUpHeap();
  const { config, surroundings } = await readSurroundings(given, environment);
  let stopped: Promise<void> | undefined;
  const untilStopped = () => (stopped ??= stopSignal(process));
  const server = await (config.workers > 1
    ? startSupervised(config, surroundings, untilStopped)
    : startServer(config, surroundings));
  if (server === undefined) return 0;
  process.stdout.write(startMessage(server));
  await untilStopped();
  await server.stop();
  return 0;
}

function startMessage({ urls: [https = '', http = '', ops = ''], home, firstStart }: RunningServer): string {
  const lines = [
    `Sealwright listens on ${https} (REST), ${http} (CRLs, CA certificates, OCSP, signing) and ${ops} (health, metrics).`,
    `Home directory: ${home.path}`,
  ];
  if (firstStart) {
    lines.push(
      '',
      `A super administrator was made; its certificate and key are in ${home.admin}.`,
      'This is the one private key that is written unencrypted: move superadmin.key.pem and superadmin.p12 to where you keep keys.',
    );
  }
  const admin = path.join(home.admin, 'superadmin');
  const server = https.replace('127.0.0.1', 'localhost');
  lines.push(
    '',
    'Make profiles for TLS servers, and enroll a certificate:',
    '',
    `  npx sealwright profile create Web --like tls-server-private --home ${home.path} --server ${server}`,
    `  npx sealwright enroll --home ${home.path} --server ${server} --ca ManagementCA --profile Web --end-entity-profile Web --username first --subject CN=first.example --san dns:first.example --out first`,
    '',
    'or, with a request of your own:',
    '',
    '  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=first.example" -addext subjectAltName=DNS:first.example -keyout first.key.pem -out first.csr.pem',
    `  curl --cacert ${path.join(home.admin, 'ca-chain.pem')} --cert ${admin}.crt.pem --key ${admin}.key.pem \\`,
    `    --json "$(node -p 'JSON.stringify({certificate_request: fs.readFileSync("first.csr.pem", "utf8"), certificate_authority_name: "ManagementCA", certificate_profile_name: "Web", end_entity_profile_name: "Web", username: "first", password: "not-used", include_chain: true})')" \\`,
    `    ${server}/ejbca/ejbca-rest-api/v1/certificate/pkcs10enroll`,
    '',
    'Sign a file, and verify it:',
    '',
    `  curl --fail --cacert ${path.join(home.admin, 'ca-chain.pem')} --cert ${admin}.crt.pem --key ${admin}.key.pem \\`,
    `    -H 'X-Keyfactor-Requested-With: curl' -H 'Accept: application/octet-stream' -F file=@README.md \\`,
    `    ${server}/signserver/rest/v1/workers/CMSSigner/process -o README.md.p7s`,
    `  openssl cms -verify -inform DER -in README.md.p7s -CAfile ${path.join(home.admin, 'ca-chain.pem')} -purpose any -out /dev/null`,
    '',
    '',
  );
  return lines.join('\n');
}
