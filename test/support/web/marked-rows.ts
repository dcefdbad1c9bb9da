/**
 * Collects the rows that are marked as changed from now on: a mark lasts for seconds only, and may be gone before the
 * test of a busy machine looks.
 */
export function recordMarkedRows(): ReadonlySet<Node> {
  const marked = new Set<Node>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records)
      if (target instanceof Element && target.matches('tr[data-changed]')) marked.add(target)
  })
  observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-changed'] })
  return marked
}
