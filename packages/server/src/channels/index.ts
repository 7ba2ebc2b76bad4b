/** Channels between the processes of one host. */
export { AskingChannel, answerChannel } from './channel.ts';
export { BrokenFrameError, ChannelLostError, FrameTooLargeError } from './errors.ts';
export { encodeFrame, type Frame, FrameReader } from './frames.ts';
