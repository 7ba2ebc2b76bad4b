/** A program for Windows that does nothing, for signers of programs to sign: the PE format (Microsoft's specification, §2 to §4). */

/** A PE32 executable of one section, 1024 octets. */
export function tinyProgram(): Uint8Array {
  const octets = Buffer.alloc(2 * FILE_ALIGNMENT);
  octets.write('MZ');
  octets.writeUInt32LE(PE_HEADER, 0x3c);
  octets.write('PE\0\0', PE_HEADER);
  const coff = PE_HEADER + 4;
  octets.writeUInt16LE(0x14c, coff); // i386
  octets.writeUInt16LE(1, coff + 2); // sections
  octets.writeUInt16LE(OPTIONAL_HEADER_OCTETS, coff + 16);
  octets.writeUInt16LE(0x0102, coff + 18); // executable, of 32 bits
  const optional = coff + 20;
  octets.writeUInt16LE(0x10b, optional); // PE32
  octets.writeUInt32LE(FILE_ALIGNMENT, optional + 4); // of code
  octets.writeUInt32LE(SECTION_ALIGNMENT, optional + 16); // entry point
  octets.writeUInt32LE(SECTION_ALIGNMENT, optional + 20); // base of code
  octets.writeUInt32LE(0x400000, optional + 28); // base of the image
  octets.writeUInt32LE(SECTION_ALIGNMENT, optional + 32);
  octets.writeUInt32LE(FILE_ALIGNMENT, optional + 36);
  octets.writeUInt16LE(4, optional + 40); // version of the operating system
  octets.writeUInt16LE(4, optional + 48); // version of the subsystem
  octets.writeUInt32LE(2 * SECTION_ALIGNMENT, optional + 56); // of the image
  octets.writeUInt32LE(FILE_ALIGNMENT, optional + 60); // of the headers
  octets.writeUInt16LE(3, optional + 68); // a console's
  octets.writeUInt32LE(16, optional + 92); // directories
  const section = optional + OPTIONAL_HEADER_OCTETS;
  octets.write('.text', section);
  octets.writeUInt32LE(1, section + 8); // its length in memory
  octets.writeUInt32LE(SECTION_ALIGNMENT, section + 12);
  octets.writeUInt32LE(FILE_ALIGNMENT, section + 16);
  octets.writeUInt32LE(FILE_ALIGNMENT, section + 20); // its place in the file
  octets.writeUInt32LE(0x60000020, section + 36); // code to be executed
  octets.writeUInt8(0xc3, FILE_ALIGNMENT); // ret
  return octets;
}

const PE_HEADER = 0x80;
const OPTIONAL_HEADER_OCTETS = 224;
const FILE_ALIGNMENT = 512;
const SECTION_ALIGNMENT = 0x1000;
