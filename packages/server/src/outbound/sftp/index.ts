/** Files of another host, to which objects are published over SFTP. */
export { SftpPublisher } from './sftp-publisher.ts';
