// Returns a source that counts bytes, reads and rounds. A read that starts while no other read is pending begins a new round.
export function countedSource(bytes, delay = 0) {
  const counts = { bytes: 0, reads: 0, rounds: 0 };
  let underWay = 0;
  return {
    counts,
    source: {
      byteLength: bytes.length,
      read: async (offset, length) => {
        counts.bytes += length;
        counts.reads++;
        if (underWay++ === 0) counts.rounds++;
        await new Promise((resolve) => setTimeout(resolve, delay));
        underWay--;
        return bytes.subarray(offset, offset + length);
      },
    },
  };
}
