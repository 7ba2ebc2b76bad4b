import path from 'node:path';
import type { PublisherKind } from './publisher-kind.ts';

/** Settings of a publisher that writes files on the host. */
export interface FilesPublisherSettings {
  /** Absolute. The operator has to allow it, or one above it. */
  readonly directory: string;
}

/** Files in a directory of the host, such as one that a web server or a mirror serves. */
export const filesPublisher: PublisherKind<FilesPublisherSettings> = {
  labels: ['Files'],
  settings: ['directory'],
  read(settings) {
    const directory = settings.requiredText('directory');
    if (directory !== '' && !path.isAbsolute(directory))
      settings.report('directory', `is '${directory}' and has to be an absolute path such as /var/www/pki`);
    return { directory: path.normalize(directory) };
  },
};
