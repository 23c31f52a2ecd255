/**
 * Makes Arabic the language in which the browser formats dates if code names none. Import it before the code that does.
 * The interface is English, so no date may follow the browser.
 */
Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
  construct: (format, [locale, options]: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new format(locale ?? 'ar-EG', options),
});
