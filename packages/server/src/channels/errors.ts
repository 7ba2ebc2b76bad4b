/** Octets that came over a channel are not a frame: a bug, or somebody else at the other end. */
export class BrokenFrameError extends TypeError {
  constructor(problem: string) {
    super(`A frame between two processes is damaged: ${problem}.`);
    this.name = 'BrokenFrameError';
  }
}

/** The process at the other end is gone, and nobody can tell what it has done. */
export class ChannelLostError extends TypeError {
  constructor(options?: ErrorOptions) {
    super('the process at the other end of a channel has ended', options);
    this.name = 'ChannelLostError';
  }
}

/** A question has more octets than a frame can have; it was not sent. */
export class FrameTooLargeError extends RangeError {
  constructor(octets: number) {
    super(`a question to another process has ${octets} octets, more than a frame can have`);
    this.name = 'FrameTooLargeError';
  }
}
