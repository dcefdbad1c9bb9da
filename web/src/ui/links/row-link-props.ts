/** Props of a link in a row: Tab skips it, as the row has shortcuts, and a click does not reach the row. */
export const rowLinkProps = {
  tabIndex: -1,
  onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
} as const
