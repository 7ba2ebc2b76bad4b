/** Channels between the processes of one host. */
export { AskingChannel, answerChannel } from './channel.ts';
export { ChannelLostError } from './errors.ts';
export { encodeFrame } from './frames.ts';
