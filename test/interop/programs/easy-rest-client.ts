/** The easy REST client of EJBCA, which no registry has: built of its repository, with the libraries that its build names. */
import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { downloadJar, type MavenJar } from './maven-jar.ts';
import { checkOut } from './repository.ts';

const run = promisify(execFile);
const REPOSITORY = {
  name: 'easy-rest-client',
  url: 'https://github.com/Keyfactor/ejbca-easy-rest-client.git',
  variable: 'EASY_REST_CLIENT_REPOSITORY',
  /** Version 1.8.0. */
  commit: '028f2f013c314f0208cc7b29a13cab454745dc8f',
  /** The libraries of its makers are in the repository. */
  paths: ['src', 'lib'],
};
/** In the versions of `gradle/libs.versions.toml`, with what they need. */
const LIBRARIES: readonly MavenJar[] = [
  {
    name: 'com.googlecode.json-simple:json-simple:1.1.1',
    sha256: '4e69696892b88b41c55d49ab2fdcc21eead92bf54acc588c0050596c3b75199c',
  },
  {
    name: 'org.bouncycastle:bcprov-jdk18on:1.80',
    sha256: 'e8ad209f8c58d291a37ca9750e9e9fac60596956c983e49dd8282381dd8b3249',
  },
  {
    name: 'org.bouncycastle:bcutil-jdk18on:1.80',
    sha256: '22eca687f7955411f456af33e6ea8e68fc73cd80cb8b32aa5f7a8b1827d7c678',
  },
  {
    name: 'org.bouncycastle:bcpkix-jdk18on:1.80',
    sha256: '4f4ba6a92617ea19dc183f0fa5db492eee426fdde2a0a2d6c94777ffd1af6413',
  },
  { name: 'commons-io:commons-io:2.18.0', sha256: 'f3ca0f8d63c40e23a56d54101c60d5edee136b42d84bfb85bc7963093109cf8b' },
  {
    name: 'org.apache.httpcomponents:httpclient:4.5.14',
    sha256: 'c8bc7e1c51a6d4ce72f40d2ebbabf1c4b68bfe76e732104b04381b493478e9d6',
  },
  {
    name: 'org.apache.httpcomponents:httpcore:4.4.16',
    sha256: '6c9b3dd142a09dc468e23ad39aad6f75a0f2b85125104469f026e52a474e464f',
  },
  {
    name: 'commons-logging:commons-logging:1.2',
    sha256: 'daddea1ea0be0f56978ab3006b8ac92834afeefbd9b7e4e6316fca57df0fa636',
  },
  {
    name: 'commons-codec:commons-codec:1.11',
    sha256: 'e599d5318e97aa48f42136a2927e6dfa4e8881dff0e6c8e3109ddbbff51d7b7d',
  },
  {
    name: 'org.apache.logging.log4j:log4j-core:2.24.2',
    sha256: '7a7b90db866c86a1093b3fde758ca28398ebb2a533da0d79a30cc0a78506b9df',
  },
  {
    name: 'org.apache.logging.log4j:log4j-api:2.24.2',
    sha256: '0ca3ecbd4c315bdd5f2ef6af127712df718c78334cce5bf6fb7b4aa17fdab126',
  },
  {
    name: 'org.apache.logging.log4j:log4j-1.2-api:2.24.2',
    sha256: '08c0dde42ad840157e7568e1e1fc32f3400e032e74323844b0250e17611332a2',
  },
  {
    name: 'org.apache.commons:commons-lang3:3.17.0',
    sha256: '6ee731df5c8e5a2976a1ca023b6bb320ea8d3539fbe64c8a1d5cb765127c33b4',
  },
  { name: 'commons-lang:commons-lang:2.6', sha256: '50f11b09f877c294d56f24463f47d28f929cf5044f648661c0f0cfbae9a2f49c' },
  {
    name: 'com.fasterxml.jackson.core:jackson-databind:2.19.0',
    sha256: 'ceda311f476c3b18e1d2b240c94e2dcb9c8d44e70f8afa9facab88bac4ddc03a',
  },
  {
    name: 'com.fasterxml.jackson.core:jackson-core:2.19.0',
    sha256: 'da8e859bac94874528116a25f20c68560e4287acbf27628711b8a4f96b028430',
  },
  {
    name: 'com.fasterxml.jackson.core:jackson-annotations:2.19.0',
    sha256: 'ead60e9cac0e42b57092b9e2d087ff43536e9477d4486ba393037a8cc156cda7',
  },
];

export class EasyRestClient {
  readonly #classPath: string;

  private constructor(classPath: string) {
    this.#classPath = classPath;
  }

  /** Compiles it into a directory, where its libraries come as well. */
  static async build(directory: string): Promise<EasyRestClient> {
    const source = await checkOut(REPOSITORY);
    const classes = path.join(directory, 'classes');
    mkdirSync(classes);
    const libraries = await Promise.all(LIBRARIES.map((jar) => downloadJar(jar, directory)));
    const classPath = [classes, ...libraries, path.join(source, 'lib', '*')].join(path.delimiter);
    const files = globSync(path.join(source, 'src/**/*.java'));
    await run('javac', ['-nowarn', '-proc:none', '-d', classes, '-cp', classPath, ...files]);
    // Its commands are named there.
    cpSync(path.join(source, 'src/main/resources'), classes, { recursive: true });
    return new EasyRestClient(classPath);
  }

  /** Runs a command, and returns what it says. Another exit code than 0 is an error. */
  async run(command: readonly string[]): Promise<string> {
    const { stdout } = await run('java', ['-cp', this.#classPath, 'com.keyfactor.ejbca.client.ErceClient', ...command]);
    return stdout;
  }
}
