import manifest from '../../../package.json' with { type: 'json' }

/** Replaced by the build of a release with the commit it was made from; not there in a checkout. */
declare const paydeskBuild: string | undefined

/**
 * Version and build of this program, the same in the log, the metrics, on the health page and in the merchant API.
 * `build` is the commit of a release, with `-changed` if it was built from other files; `checkout` without a release.
 */
export const buildInfo: { readonly version: string; readonly build: string } = {
  version: manifest.version,
  build: typeof paydeskBuild === 'string' ? paydeskBuild : 'checkout',
}
