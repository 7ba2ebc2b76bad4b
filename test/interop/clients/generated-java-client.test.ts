/**
 * Every operation for certificates and end entities through a client that OpenAPI Generator makes of the description that the server serves:
 * `node scripts/run-tests.ts clients`. The SDK of EJBCA's users for Java is such a client, and no registry has it.
 *
 * It needs Java (17 or later) and Maven Central, from which the generator and what its clients use come by their hashes.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';
import type { TestServer } from '../../e2e/support/test-server.ts';
import { ClientProgram } from '../programs/client-program.ts';
import { describeEveryOperation, SERVED_OPERATIONS } from './every-operation.ts';
import { downloadJar, type MavenJar } from '../programs/maven-jar.ts';

const run = promisify(execFile);
const PROGRAM = path.join(import.meta.dirname, 'generated-client', 'CallOperations.java');
const GENERATOR: MavenJar = {
  name: 'org.openapitools:openapi-generator-cli:7.14.0',
  sha256: 'e03186835022ca02da4aa95e3967b6a3b6d44c2e5f7606e6d5c22466f519c757',
};
const LIBRARIES: readonly MavenJar[] = [
  {
    name: 'com.google.code.findbugs:jsr305:3.0.2',
    sha256: '766ad2a0783f2687962c8ad74ceecc38a28b9f72a2d085ee438b7813e928d0c7',
  },
  {
    name: 'com.squareup.okhttp3:okhttp:4.12.0',
    sha256: 'b1050081b14bb7a3a7e55a4d3ef01b5dcfabc453b4573a4fc019767191d5f4e0',
  },
  {
    name: 'com.squareup.okio:okio-jvm:3.6.0',
    sha256: '67543f0736fc422ae927ed0e504b98bc5e269fda0d3500579337cb713da28412',
  },
  {
    name: 'org.jetbrains.kotlin:kotlin-stdlib:1.8.21',
    sha256: '042a1cd1ac976cdcfe5eb63f1d8e0b0b892c9248e15a69c8cfba495d546ea52a',
  },
  {
    name: 'com.squareup.okhttp3:logging-interceptor:4.12.0',
    sha256: 'f3e8d5f0903c250c2b55d2f47fcfe008e80634385da8385161c7a63aaed0c74c',
  },
  {
    name: 'com.google.code.gson:gson:2.10.1',
    sha256: '4241c14a7727c34feea6507ec801318a3d4a90f070e4525681079fb94ee4c593',
  },
  { name: 'io.gsonfire:gson-fire:1.9.0', sha256: '73f56642ef43381efda085befb1e6cb51ce906af426d8db19632d396a5bb7a91' },
  {
    name: 'org.apache.commons:commons-lang3:3.17.0',
    sha256: '6ee731df5c8e5a2976a1ca023b6bb320ea8d3539fbe64c8a1d5cb765127c33b4',
  },
  {
    name: 'jakarta.annotation:jakarta.annotation-api:1.3.5',
    sha256: '85fb03fc054cdf4efca8efd9b6712bbb418e1ab98241c4539c8585bbc23e1b8a',
  },
];
/** Many lines for each file. */
const OUTPUT = { maxBuffer: 64 * 1024 * 1024 };
const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-generated-client-'));
after(() => rmSync(directory, { recursive: true }));

describeEveryOperation('a generated client in Java', SERVED_OPERATIONS, async (server) => {
  const [generator, ...libraries] = await Promise.all(
    [GENERATOR, ...LIBRARIES].map((jar) => downloadJar(jar, directory)),
  );
  const { text, operationIds } = await descriptionOf(server);
  const description = path.join(directory, 'openapi.json');
  writeFileSync(description, text);
  const sources = path.join(directory, 'sources');
  const form = ['-g', 'java', '--library', 'okhttp-gson', '--additional-properties=openApiNullable=false'];
  const parts =
    '--global-property=apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
  await run('java', ['-jar', generator!, 'generate', ...form, parts, '-i', description, '-o', sources], OUTPUT);
  const classes = path.join(directory, 'classes');
  mkdirSync(classes);
  const classPath = [classes, ...libraries].join(path.delimiter);
  const files = globSync(path.join(sources, 'src/main/**/*.java'));
  await run('javac', ['-nowarn', '-proc:none', '-d', classes, '-cp', classPath, ...files, PROGRAM], OUTPUT);
  return new ClientProgram(server, ['java', '-cp', classPath, 'CallOperations', JSON.stringify(operationIds)]);
});

/** Returns the server's description of itself, and the names of its operations by method and path. */
async function descriptionOf(server: TestServer) {
  const { status, text, json } = await server.call('/openapi.json');
  assert.equal(status, 200);
  const operationIds = Object.entries(json['paths'] as Record<string, Record<string, { operationId: string }>>).flatMap(
    ([each, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [`${method.toUpperCase()} ${each}`, operationId]),
  );
  return { text, operationIds: Object.fromEntries(operationIds) as Record<string, string> };
}
