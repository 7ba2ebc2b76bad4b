import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { CliCommand } from '../../cli-command.ts';
import { FileError, UsageError } from '../../errors.ts';
import { readInputFile } from '../../files/input-file.ts';
import { StagedFiles } from '../../files/staged-files.ts';
import { findStaleFiles } from '../../files/stale-files.ts';
import { exportedFiles } from '../../files/zip-files.ts';
import { printable } from '../../terminal/output.ts';

interface ExportOptions {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly defaults?: boolean;
  readonly extensions?: boolean;
  readonly externalCas?: boolean;
  readonly force?: boolean;
  readonly prune?: boolean;
  readonly comments?: boolean;
  readonly secrets?: string;
  readonly recipient?: string;
}

const each = (value: string, before: readonly string[]) => [...before, value];

/** `sealwright config export`: writes the configuration of the server as a directory. */
export function addConfigExportCommand(config: CliCommand): void {
  config
    .command('export')
    .argument('<directory>', 'where a folder for each type is written')
    .option('--include <items>', 'only these of their types: CA, CA:*, CERTPROFILE:Web*; repeatable', each, [])
    .option('--exclude <items>', 'all but these; repeatable', each, [])
    .option('--defaults', 'also settings that have their defaults')
    .option('--extensions', 'also types that the specification of the dump does not have, such as workers')
    .option('--external-cas', 'also CAs of which there is only a certificate')
    .option('--comments', 'explain each setting in a comment')
    .option('--force', 'write over files that are there')
    .option('--prune', 'with --force, also remove files of documents that the server does not have')
    .option('--secrets <file>', 'also write the secrets, encrypted for --recipient (CMS AuthEnvelopedData)')
    .option('--recipient <file>', 'the certificate that secrets are encrypted for, in PEM')
    .summary('write the configuration into a directory')
    .description(
      'Writes a file of YAML for each document, as `config plan`, `apply` and `drift` read them. The same configuration gives the same files. Secrets are `placeholder`; --secrets writes them into another file, which only the holder of the key of --recipient can read.',
    )
    .examples(
      'sealwright config export pki/',
      'sealwright config export pki/ --force --extensions',
      'sealwright config export pki/ --force --prune',
      'sealwright config export pki/ --secrets secrets.cms --recipient custodian.crt.pem',
      "sealwright config export pki/ --include CERTPROFILE --include EEPROFILE --exclude '*:*'",
    )
    .inSession(async (session, command) => {
      const [directory = ''] = command.args;
      const options = command.opts<ExportOptions>();
      const { force = false, prune = false } = options;
      if (prune && !force) throw new UsageError('--prune goes with --force');
      if (!force) await requireNoFiles(directory);
      const { include, exclude, defaults = false, extensions = false, externalCas = false, comments = false } = options;
      const { secrets, recipient } = options;
      if ((secrets === undefined) !== (recipient === undefined))
        throw new UsageError('--secrets and --recipient are given together');
      const certificate = recipient && Buffer.from(await readInputFile(recipient, 'a certificate')).toString('latin1');
      const staged = new StagedFiles({ force });
      if (secrets !== undefined) {
        // They may go into the directory itself, and nothing is recorded as exported that cannot be written.
        await mkdir(directory, { recursive: true });
        await staged.requireFree([{ path: secrets, mode: 0o600 }]);
      }
      const rest = await session.connectToConfigdump();
      const files = exportedFiles(await rest.export({ include, exclude, defaults, extensions, externalCas, comments }));
      const { doubled, unknown } = await findStaleFiles(directory, files, prune ? rest : undefined);
      const stale = [...doubled, ...unknown];
      const sealed =
        certificate === undefined
          ? undefined
          : await (
              await session.connectToAdministration()
            ).sealedSecrets({ certificate, include, exclude, extensions });
      for (const folder of new Set(files.map((file) => file.folder)))
        await mkdir(path.join(directory, folder), { recursive: true });
      try {
        for (const { folder, name, content } of files)
          await staged.stage({ path: path.join(directory, folder, name), mode: 0o644 }, content);
        if (sealed !== undefined) await staged.stage({ path: secrets!, mode: 0o600 }, sealed);
        await staged.publish();
      } finally {
        await staged.discard();
      }
      for (const file of stale) await rm(path.join(directory, file));
      const written = files.map(({ folder, name }) => `${folder}/${name}`);
      session.show({
        text: () =>
          `${written.length} documents written to ${directory}\n` +
          stale.map((file) => `removed ${printable(file)}\n`).join(''),
        json: { directory, files: written, removed: stale, ...(secrets !== undefined && { secrets }) },
      });
      return 'success';
    });
}

/** Refuses a directory in which there is something, a repository's own files excepted. */
async function requireNoFiles(directory: string): Promise<void> {
  let names: readonly string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new FileError('cli.file_unreadable', `cannot read the directory ${directory}`, { cause: error });
  }
  const found = names.find((name) => !name.startsWith('.') && !/^readme/i.test(name));
  if (found !== undefined)
    throw new FileError('cli.file_exists', `${directory} has ${found} in it; --force writes over files that are there`);
}
