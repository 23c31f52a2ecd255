const script = `(function () {
  var key = 'atrium.inspect';
  // The first access to storage takes as long as painting the page. This runs after the paint and before the shell.
  var init = function () {
    try {
      var url = new URL(location.href);
      if (url.searchParams.has('inspect')) {
        sessionStorage.setItem(key, 'on');
        url.searchParams.delete('inspect');
        history.replaceState(history.state, '', url);
      }
      if (sessionStorage.getItem(key)) document.documentElement.dataset.inspect = '';
      addEventListener('keydown', function (event) {
        if (event.code !== 'KeyO' || !event.altKey || !(event.ctrlKey || event.metaKey)) return;
        if (sessionStorage.getItem(key)) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, 'on');
        location.reload();
      });
    } catch (denied) {
      // A browser without storage has no inspector.
    }
  };
  document.addEventListener('readystatechange', init, { once: true });
})();`;

/**
 * For any page: enables the shell's inspector for the session of a tab whose user opens it by `?inspect`, or by Ctrl
 * (or Cmd), Alt and O. The shell never loads it in a page without this script.
 */
export const inspectable = `<script>${script}</script>`;
