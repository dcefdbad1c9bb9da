/**
 * What generates a client of the OpenAPI document builds on the compiler's former interface. Here it brings that
 * along: as a peer it would give the workspace a second copy of everything that looks at the compiler.
 */
export const hooks = {
  readPackage(manifest) {
    if (manifest.name !== 'openapi-typescript') return manifest
    const { typescript: _, ...peerDependencies } = manifest.peerDependencies ?? {}
    return {
      ...manifest,
      peerDependencies,
      dependencies: { ...manifest.dependencies, typescript: '^5.9.3' },
    }
  },
}
