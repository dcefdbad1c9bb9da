import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

export default defineConfig({
  plugins: [react(), precompress()],
  build: {
    target: 'es2024',
    // Nothing inlined: every byte comes from our own address, as the content policy asks.
    assetsInlineLimit: 0,
    // What others wrote is named with its licence, at an address of its own: notes in the code do not survive.
    license: { fileName: 'licences.md' },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // First of all: zod is configured before a contract is made, and layers are named before they are used.
            { name: 'contracts', test: /zod|shared[\\/]src|ui[\\/](?:tokens|base)\.css/ },
            {
              name: 'react',
              test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:react-query|query-core|react-store|store))[\\/]|src[\\/]api[\\/]/,
            },
            // What every page is made of is one file: a file for each would weigh more in headers than in code.
            { name: 'ui', test: /src[\\/]ui[\\/](?!data-)|lucide-react/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': 'http://localhost:4480', '/auth': 'http://localhost:4480' },
  },
})
