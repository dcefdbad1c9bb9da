import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanZod } from './lean-zod.ts'
import { precompress } from './precompress.ts'

export default defineConfig({
  plugins: [react(), leanZod(), precompress()],
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
              test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:react-query|query-core|react-store|store|react-router|router-core|history))[\\/]|src[\\/]api[\\/]/,
            },
            // What every page is made of is one file: a file for each would weigh more in headers than in code.
            {
              name: 'ui',
              test: /src[\\/]ui[\\/](?!data-(?!table\.module)|purpose-choice|proof-offer|run-out)|lucide-react/,
            },
            // Around what is shown in clear for a while: few pages, one file.
            { name: 'clear', test: /src[\\/]ui[\\/](?:purpose-choice|proof-offer|run-out)/ },
            // What the start needs stays with the start, whoever else needs it too.
            { name: 'app', tags: ['$initial'] },
            {
              name: 'table',
              test: /src[\\/]ui[\\/]data-table|@tanstack[\\/](?:react-table|table-core|react-virtual|virtual-core)[\\/]/,
            },
            // What the pages of customers, transactions and review items share, and the customer's own: the same reason.
            {
              name: 'records',
              test: /src[\\/](?:transactions[\\/](?!transaction-page)|identities[\\/](?:record-facts|profile-fact)|handover[\\/]ask-line|callers[\\/]|trail[\\/]who-saw\.|page-closed|request-slot|(?:ask|callers|who-saw|received|review-place)-route)/,
            },
            {
              name: 'customer',
              test: /src[\\/](?:customers[\\/]|customer-route|export-slot|subjects[\\/]ask-export|identities[\\/](?:customer-identity|identity-summary))/,
            },
            // Words and lists of deeds, wherever deeds are told.
            { name: 'seen', test: /src[\\/]trail[\\/](?:words|acts)/ },
            // The cards of home that few roles have: one file, for the same reason.
            {
              name: 'duty',
              test: /src[\\/](?:documents[\\/]downloads-at-hand|glass[\\/]glass-c|reveals[\\/]reveal-alert-card|subjects[\\/]subject-card|sight[\\/]proof-at-hand|trail[\\/]trail-at-hand)/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': 'http://localhost:4480',
      '/auth': 'http://localhost:4480',
      '/help/problems': 'http://localhost:4480',
      '/return': 'http://localhost:4480',
      '/v1': 'http://localhost:4480',
    },
  },
})
