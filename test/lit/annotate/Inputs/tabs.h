// Tabs, an escape sequence, and letters: [31m ä.
	static int	g() { return "<b>&amp;"; }
