/** Types for the part of pngjs that the sandbox uses; the package has none. */
declare module 'pngjs' {
  export class PNG {
    constructor(options: { width: number; height: number })
    readonly width: number
    readonly height: number
    data: Buffer
    static readonly sync: {
      write(image: PNG): Buffer
      read(bytes: Buffer): PNG
    }
  }
}
