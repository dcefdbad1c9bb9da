/** Texts of the command palette. */
export const englishCommands = {
  groups: {
    recent: 'Recent',
    pages: 'Pages',
    page: 'On this page',
    actions: 'Actions',
    views: 'Saved views',
    colleagues: 'Colleagues',
  },
  newPayment: 'New payment request',
  /** Further words that find it. */
  newPaymentWords: 'create link',
  language: 'Language: {language}',
  themes: {
    light: 'Theme: light',
    dark: 'Theme: dark',
    contrast: 'Theme: high contrast',
    system: 'Theme: as in my browser',
  },
  wideRail: 'Show names in the navigation',
  narrowRail: 'Show only icons in the navigation',
  shortcutsOn: 'Switch shortcuts on',
  shortcutsOff: 'Switch shortcuts off',
  settings: 'Open settings',
  help: 'Open shortcuts and glossary',
  /** Further words that find a colleague, beside the roles. */
  colleagueWords: 'colleague',
  colleagueCases: '{name}: cases',
  colleagueActivity: '{name}: activity',
  /** Saved view of a list. */
  view: '{page}: {name}',
} as const
