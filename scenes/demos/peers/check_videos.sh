# Videos that LeRobot wrote, cut and joined are decoded by us to the bytes that LeRobot decodes. See run.sh.
decoded() {
	mkdir "$work/films-$1" && "$2" "$here/check_videos.py" "$work/$1" "$work/films-$1" && (cd "$here/../lerobot" &&
		go test -count=1 -run FilmsOfLeRobot -v . -films "$work/films-$1" | grep -- '--- PASS: TestFilmsOfLeRobot' >/dev/null) &&
		echo "all pictures of the dataset, and of it after delete, split and merge"
}
for codec in av1 h264; do
	if has "$py6" lerobot && [ -d "$work/$codec" ]; then
		check "LeRobot 0.6, $codec videos decoded by us" decoded $codec "$py6"
	else
		skip "LeRobot 0.6, $codec videos decoded by us" "LeRobot or ffmpeg is not installed"
	fi
done
