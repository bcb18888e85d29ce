import { type Plugin, type OutputBundle, rollup } from 'rollup'

/** Prefix of imports of built files; Rollup would resolve a relative path among the sources. */
export const builtFilePrefix = 'built:'

interface StandaloneOptions {
  readonly input: string
  readonly fileName: string
  readonly plugins: () => Plugin[]
  /** Virtual modules that depend on the finished bundle. */
  readonly modules?: (bundle: OutputBundle) => Readonly<Record<string, string>>
}

const virtual = (modules: Readonly<Record<string, string>>): Plugin => ({
  name: 'known-late',
  resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : null),
  load: (id) => modules[id.slice(1)] ?? null,
})

/** Bundles one entry into a single file, which shares no chunk with the rest. */
export const standalone = ({ input, fileName, plugins, modules }: StandaloneOptions): Plugin => {
  let watchedFiles: string[] = [input]
  return {
    name: `standalone ${fileName}`,
    buildStart() {
      for (const file of watchedFiles) this.addWatchFile(file)
    },
    async generateBundle(_, bundle) {
      const external = (id: string) => id.startsWith(builtFilePrefix)
      const build = await rollup({ input, external, plugins: [virtual(modules?.(bundle) ?? {}), ...plugins()] })
      watchedFiles = build.watchFiles.filter((file) => !file.startsWith('\0'))
      const { output } = await build.generate({
        format: 'es',
        entryFileNames: fileName,
        inlineDynamicImports: false,
        paths: (id) => id.replace(builtFilePrefix, './'),
      })
      await build.close()
      const [chunk, ...otherFiles] = output
      if (otherFiles.length > 0)
        this.error(`${fileName} must be one file, and it needs ${otherFiles.map((other) => other.fileName).join(', ')}`)
      this.emitFile({ type: 'prebuilt-chunk', fileName, code: chunk.code, exports: chunk.exports })
    },
  }
}
